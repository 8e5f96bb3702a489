import { parseAmount } from '../cell-values.ts';
import type { TextLine } from '../table-types.ts';
import { type PeriodLine, readPeriodLine } from './period-lines.ts';

/** A heading among the rows of a statement, such as “Operating expenses:”, or the beginning of a long name. */
const [MAX_HEADING_LENGTH, MAX_HEADINGS] = [160, 3];
const SENTENCE_END = /[.!?;]$/u;
/** Lines that may name columns. */
const MAX_HEADER_LINES = 9;
/** A clause's number and its sentence: a list, not a row. */
const NUMBERED_LINE = /^\(?[\p{L}\d.]{1,8}[.)]?\t[^\t]{40,}$/u;
const CURRENCY_CELL = /^\p{Sc}$/u;
const CURRENCY_BEHIND = /(?<=[\d)%—–-])\s*\p{Sc}$/u;
/** Amounts that a narrow table has set so close that they are one cell. */
const SEVERAL_AMOUNTS = /^(?:\p{Sc} ?\(?[\d,.]+\)? ?){2,}$/u;
const ONE_AMOUNT = /\p{Sc} ?\(?[\d,.]+\)?/gu;

export const isTabbedRow = (text: string): boolean => text.includes('\t') && !NUMBERED_LINE.test(text);

/** Splits a row into cells. The sign of a currency that stands alone belongs to the amount behind it. */
export function splitCells(text: string): string[] {
  return text
    .split('\t')
    .map((cell) => cell.trim())
    .filter((cell) => !CURRENCY_CELL.test(cell))
    .flatMap((cell) => (SEVERAL_AMOUNTS.test(cell) ? (cell.match(ONE_AMOUNT) ?? [cell]) : [cell]))
    .map((cell) => cell.replace(CURRENCY_BEHIND, ''));
}

/** The lines of a table; those from `header` to `first` have the periods that name its columns. */
interface TabbedLines {
  header: number;
  first: number;
  last: number;
  periods: readonly PeriodLine[];
}

/**
 * Finds the rows around a row. In a statement the headings among the rows belong to it, up to the periods above its columns and
 * down to those of the next one.
 */
export function findTabbedLines(lines: readonly TextLine[], at: number): TabbedLines {
  const textAt = (index: number) => lines[index]?.text ?? '';
  const known = new Map<number, PeriodLine | undefined>();
  /** Reads a line once: it is asked for several times. */
  const periodsAt = (index: number) => {
    if (!known.has(index)) known.set(index, readPeriodLine(textAt(index)));
    return known.get(index);
  };
  const isPeriods = (index: number) => periodsAt(index) !== undefined;
  const isRow = (index: number) => isTabbedRow(textAt(index)) && !isPeriods(index);
  const hasValue = (index: number) =>
    isRow(index) && splitCells(textAt(index)).some((cell) => parseAmount(cell) !== undefined);
  const isHeading = (index: number) => {
    const text = textAt(index).trim();
    return (
      text !== '' && text.length <= MAX_HEADING_LENGTH && !text.includes('\t') && !SENTENCE_END.test(text)
    );
  };
  /** Returns the next row or line of periods in a direction, behind headings if the rows on both sides have amounts. */
  const next = (from: number, step: 1 | -1): number | undefined => {
    for (let headings = 0; headings <= MAX_HEADINGS; headings++) {
      const beyond = from + step * (headings + 1);
      if (isPeriods(beyond)) return beyond;
      if (isRow(beyond)) return headings === 0 || (hasValue(from) && hasValue(beyond)) ? beyond : undefined;
      if (!isHeading(beyond)) return undefined;
    }
    return undefined;
  };
  let first = at;
  let above = next(first, -1);
  while (above !== undefined && !isPeriods(above)) {
    first = above;
    above = next(first, -1);
  }
  let header = above === undefined ? first : above;
  if (above !== undefined) first = above + 1;
  while (above !== undefined && isPeriods(header - 1) && first - header < MAX_HEADER_LINES) header--;
  let last = at;
  for (let below = next(last, 1); below !== undefined && !isPeriods(below); below = next(last, 1))
    last = below;
  const periods = Array.from({ length: first - header }, (_, index) => periodsAt(header + index) ?? []);
  return { header, first, last, periods: periods.flat() };
}
