const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const YEAR = '(?:19|20)\\d\\d(?:\\s?[AEBF]|\\*)?(?![\\d.,])';
const DATE = `(?:${MONTH} \\d{1,2}(?:, ?${YEAR}|,)?|\\d{1,2} ${MONTH} (?:19|20)\\d\\d|${MONTH} ${YEAR})`;
const LENGTH =
  '(?:(?:for the |the )?(?:(?:first )?(?:three|six|nine|twelve|3|6|9|12)[ -]months?|(?:fiscal )?years?|(?:\\p{L}{1,15} )?quarters?)(?: period)? end(?:ed|ing))';
/** A period above a column, or a column of changes between two. */
const ITEM = `${LENGTH}(?:[:\\s]{1,5}${DATE})?|${DATE}|(?:fiscal (?:year )?)?${YEAR}|fy ?'?\\d{2,4}|q[1-4](?: ?(?:fy)?'?\\d{2,4})?|(?:[$%] )?change`;
const ITEMS = new RegExp(`(?<![\\p{L}\\d.,])(?:${ITEM})(?![\\p{L}\\d])`, 'giu');
const YEAR_FIRST = new RegExp(`^${YEAR}$`, 'iu');
const LENGTH_ITEM = new RegExp(`^${LENGTH}`, 'iu');
/** A heading of rows that stands in the line of the last period, as in “June 25, 2022 Net sales:”. */
const TRAILING_HEADING = /^[\p{L}\s,/&()-]{2,60}:$/u;
/** A name of the first column beside the periods, such as “£ thousand”. */
const LABEL = /^[^\t\d]{1,60}\t/u;

/** A longer line has more than periods. */
const MAX_LINE_LENGTH = 300;

/** The periods of a line, and the name of the first column that stands before them. */
export interface PeriodLine {
  items: readonly string[];
  label: string;
}

/** Reads a line that has nothing but periods, one of those that name the columns of a statement; undefined for another. */
export function readPeriodLine(text: string): PeriodLine | undefined {
  const line = text.length > 2 * MAX_LINE_LENGTH ? '' : text.trim();
  if (line === '' || line.length > MAX_LINE_LENGTH) return undefined;
  const first = line.search(ITEMS);
  const label = first > 0 && LABEL.test(line.slice(0, first)) ? line.slice(0, first).trim() : '';
  const rest = line.slice(label === '' ? 0 : first);
  const items = Array.from(rest.matchAll(ITEMS), ([item]) => item.trim());
  const left = rest.replace(ITEMS, ' ').trim();
  if (items.length === 0 || (left !== '' && !TRAILING_HEADING.test(left))) return undefined;
  return { items, label };
}

/**
 * Returns the names of so many columns from the lines of periods above them: one that stands above several columns is that of
 * each of them.
 */
export function nameColumns(lines: readonly PeriodLine[], count: number): readonly string[] {
  const levels = lines.reduce<string[][]>((found, { items }) => addLine(found, items), []);
  const spanning = levels.filter((level) => level.length <= count && count % level.length === 0);
  return Array.from({ length: count }, (_, column) =>
    spanning.map((level) => level[Math.floor((column * level.length) / count)] ?? '').join(' '),
  );
}

/**
 * Adds a line to the lines of names above columns. Narrow columns stand in lines of their own, and a date goes on in the next
 * line.
 */
function addLine(levels: string[][], [first = '', ...others]: readonly string[]): string[][] {
  const before = levels.slice(0, -1);
  const open = levels.at(-1) ?? [];
  const last = open.at(-1) ?? '';
  const isNextLine = others.length === 0 || open.filter((name) => name.endsWith(',')).length === 1;
  if (isNextLine && YEAR_FIRST.test(first) && last.endsWith(',')) {
    const length = LENGTH_ITEM.exec(last)?.[0] ?? '';
    const date = `${last.slice(length.length).trim()} ${first}`;
    return length === ''
      ? [...before, [...open.slice(0, -1), date, ...others]]
      : others.length > 0
        ? [...levels, [first, ...others]]
        : [...before, [...open.slice(0, -1), length], [date]];
  }
  const isSameKind = LENGTH_ITEM.test(last) === LENGTH_ITEM.test(first) && !YEAR_FIRST.test(first);
  return others.length === 0 && isSameKind && open.length > 0
    ? [...before, [...open, first]]
    : [...levels, [first, ...others]];
}
