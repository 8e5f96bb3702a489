import { tokenize } from '../../analysis/tokenize.ts';
import { lengthOf } from '../choose-period.ts';
import type { Table } from '../table-types.ts';

/** Wider tables are no statements; comparing their columns takes the square of their number. */
const MAX_COLUMNS = 200;
const YEAR = /^(?:19|20)\d\d$/u;
/** A column of the change between two others, or of a part of them. */
const CHANGE =
  /\b(?:change|variance|increase|decrease|growth|difference|veränderung|abweichung|variation|variación)\b|[Δ±]/iu;
/** Parts of the names of columns beside the kind of figure: dates and years. */
const DATES =
  /(?:19|20)\d\d|\b\d{1,2}(?:st|nd|rd|th)?\b|\b(?:fy|fye|cy|gj|fiscal|years?|ended|ending|as at|as of|at|jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|january|february|march|april|june|july|august|september|october|november|december)\b|[^\p{L}\p{Sc}%]+/giu;
/** Scales, currencies and percentages of columns that no figure may be computed across. */
const UNITS =
  /\p{Sc}|%|\b(?:usd|eur|gbp|chf|percent|thousands?|millions?|billions?|[kmt]|tsd|mio|mrd|teur)\b|['’]?000s?\b/giu;

interface PeriodColumn {
  column: number;
  /** The name without its dates. */
  kind: string;
  units: string;
  months: number | undefined;
}

/**
 * Finds a column for each year, all of the same kind and length of period; undefined where one is missing or several may be
 * meant.
 */
export function choosePeriodColumns(
  table: Table,
  years: readonly string[],
  months: number | undefined,
): readonly number[] | undefined {
  if (table.columns.length > MAX_COLUMNS) return undefined;
  const named = table.columns.flatMap((name, column) =>
    column > 0 && !CHANGE.test(name) ? describeColumn(name, column) : [],
  );
  const ofYears = years.map((year) =>
    withLength(
      named.filter((each) => each.year === year),
      months,
    ),
  );
  const [first = [], ...others] = ofYears;
  const isAlone = ofYears.every((columns) => columns.length === 1);
  for (const start of first) {
    const chosen = [start];
    for (const columns of others) {
      const same = columns.filter(({ kind }) => isAlone || kind === start.kind);
      const [only] = same;
      if (only !== undefined && same.length === 1) chosen.push(only);
    }
    const isSure = first.filter(({ kind }) => kind === start.kind).length === 1;
    if (isSure && chosen.length === years.length && areAlike(chosen))
      return chosen.map(({ column }) => column);
  }
  return undefined;
}

/**
 * Finds the only column of each year, of whatever length of period, if it is the same for all: figures that are shown and not
 * computed with.
 */
export function chooseOnlyColumns(table: Table, years: readonly string[]): readonly number[] | undefined {
  const ofYears = table.columns.flatMap((name, column) =>
    column > 0 && !CHANGE.test(name) ? describeColumn(name, column) : [],
  );
  const chosen = years.map((year) => ofYears.filter((each) => each.year === year));
  const found = chosen.flat();
  const isOfOneLength = new Set(found.map(({ months }) => months)).size === 1;
  return chosen.every((columns) => columns.length === 1) && isOfOneLength && areAlike(found)
    ? found.map(({ column }) => column)
    : undefined;
}

function describeColumn(name: string, column: number): (PeriodColumn & { year: string })[] {
  const years = [...new Set(tokenize(name).flatMap(({ text }) => (YEAR.test(text) ? [text] : [])))];
  const [year] = years;
  if (year === undefined || years.length > 1) return [];
  const kind = name.toLowerCase().replace(DATES, ' ').trim();
  const units = (name.match(UNITS) ?? []).join(' ').toLowerCase();
  return [{ column, year, kind, units, months: lengthOf(name) }];
}

/** Leaves the columns of the length of period that is asked for, or of a whole year where none is. */
function withLength(columns: readonly PeriodColumn[], months = 12): readonly PeriodColumn[] {
  const right = columns.filter((column) => column.months === months);
  return right.length > 0 ? right : columns.filter((column) => column.months === undefined);
}

/** Returns whether the columns have the same length of period and the same units, as far as their names say. */
const areAlike = (columns: readonly PeriodColumn[]): boolean =>
  new Set(columns.flatMap(({ months }) => months ?? [])).size < 2 &&
  new Set(columns.flatMap(({ units }) => units || [])).size < 2;
