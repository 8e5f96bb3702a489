import { tokenize } from '../analysis/tokenize.ts';
import type { AskedPeriod } from './amount-question.ts';
import type { Table } from './table-types.ts';

/** How the lengths of periods are written above columns, in months. */
const LENGTHS: readonly (readonly [RegExp, number])[] = [
  [/\bnine months\b/iu, 9],
  [/\b(?:six months|half)\b/iu, 6],
  [/\b(?:three months|quarters?)\b|\bq[1-4]\b/iu, 3],
  [/\b(?:twelve months|years? ended|fiscal years?|full year)\b|\bfy/iu, 12],
];

/** Periods that have not been reported: forecasts, budgets and plans. */
const FORECAST =
  /(?<!\d)(?:19|20)\d\d\s?[EFBP](?![\p{L}&/])|\b(?:estimate[sd]?|forecasts?|budget(?:ed)?|plan(?:ned)?|project(?:ed|ions?)|outlook|prognose|prévisions?|previsión)\b/iu;

/**
 * A column of the period that is asked for; `length` is 1 when its name has the length of the period too, -1 when it has another,
 * else 0.
 */
interface PeriodColumn {
  column: number;
  length: -1 | 0 | 1;
}

/**
 * Finds the column of the year that a question names, or of the latest period, and among several that of the right length. When
 * the whole document is of that period, the first column is: fiscal years differ from the dates. Undefined when no column is of
 * that year, or none is asked for.
 */
export function choosePeriodColumn(
  table: Table,
  { years, months, isLatest }: AskedPeriod,
  isOfDocument: boolean,
): PeriodColumn | undefined {
  const all = table.columns.flatMap((name, column) =>
    column > 0 && (YEAR.test(name) || hasYear(name, years)) ? [{ name, column, months: lengthOf(name) }] : [],
  );
  const reported = all.filter(({ name }) => !FORECAST.test(name));
  const latest = Math.max(...reported.map(({ name }) => Number(YEAR.exec(name)?.[0])));
  const ofYear = isLatest
    ? reported.filter(({ name }) => name.includes(String(latest)))
    : all.filter(({ name }) => hasYear(name, years));
  const [current] = all;
  const found = ofYear.length === 0 && isOfDocument && current !== undefined ? [current] : ofYear;
  const chosen =
    found.find((each) => each.months !== undefined && each.months === months) ??
    found.find((each) => each.months === undefined) ??
    found[0];
  if (chosen === undefined) return undefined;
  const length = chosen.months === undefined ? 0 : chosen.months === months ? 1 : -1;
  return { column: chosen.column, length };
}

const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/u;

const hasYear = (name: string, years: readonly string[]): boolean => {
  const words = tokenize(name).map(({ text }) => text);
  return years.some((year) => words.includes(year));
};

export const lengthOf = (name: string): number | undefined =>
  LENGTHS.find(([pattern]) => pattern.test(name))?.[1];
