/** Month names after folding, by their number; English, German, French and Spanish. */
const MONTHS: ReadonlyMap<string, number> = new Map(
  [
    'january jan januar janner janvier enero',
    'february feb februar fevrier febrero',
    'march mar marz mars marzo',
    'april apr avril abril',
    'may mai mayo',
    'june jun juni juin junio',
    'july jul juli juillet julio',
    'august aug aout agosto',
    'september sep sept septembre septiembre',
    'october oct oktober octobre octubre',
    'november nov novembre noviembre',
    'december dec dezember decembre diciembre',
  ].flatMap((names, index) => names.split(' ').map((name) => [name, index + 1] as const)),
);
const ORDINALS: ReadonlyMap<string, number> = new Map(
  ['first 1st', 'second 2nd', 'third 3rd', 'fourth 4th'].flatMap((names, index) =>
    names.split(' ').map((name) => [name, index + 1] as const),
  ),
);
const YEAR = /^(?:19|20)\d\d$/;
const QUARTER = /^q([1-4])$/;
/** Words from a month to its year: March 31, 2025; marzo de 2025. */
const MAX_MONTH_DISTANCE = 2;
/** Words from an ordinal to its quarter: third fiscal quarter. */
const MAX_ORDINAL_DISTANCE = 2;
/** Words from a quarter to its year: third quarter of fiscal year 2018. */
const MAX_QUARTER_DISTANCE = 5;

const fullYear = (digits: string): string => (digits.length === 2 ? `20${digits}` : digits);

/** Returns the month or quarter that a code without spaces stands for: 2025-03-31, 03/2025, Q3'18, 3Q18, 2018-Q3. */
export function periodOfCode(code: string): string | undefined {
  const [, isoYear, isoMonth] = /^((?:19|20)\d\d)[-/.](0[1-9]|1[0-2])(?:[-/.]\d\d)?$/.exec(code) ?? [];
  if (isoYear !== undefined) return `${isoYear}-${isoMonth}`;
  const [, month = '', year] = /^(?:\d\d?\.)?(0?[1-9]|1[0-2])[./]((?:19|20)\d\d)$/.exec(code) ?? [];
  if (year !== undefined) return `${year}-${month.padStart(2, '0')}`;
  const quarter =
    /^q(?<quarter>[1-4])[-'’]?(?:fy)?(?<year>(?:20)?\d\d)$/.exec(code) ??
    /^(?<quarter>[1-4])q[-'’]?(?:fy)?(?<year>(?:20)?\d\d)$/.exec(code) ??
    /^(?:fy)?(?<year>20\d\d)[-/]?q(?<quarter>[1-4])$/.exec(code);
  const { quarter: number, year: ofYear } = quarter?.groups ?? {};
  return ofYear === undefined ? undefined : `${fullYear(ofYear)}q${number}`;
}

/** Returns the year of FY18, FY2018 or FY'18, which other texts write as 2018. */
export function fiscalYearOf(code: string): string | undefined {
  const digits = /^fy['’]?((?:19|20)?\d\d)$/.exec(code)?.[1];
  return digits === undefined ? undefined : fullYear(digits);
}

/** A term for a period, with its offsets in the text. */
interface Period {
  text: string;
  kind: 'extra';
  start: number;
  end: number;
}

/** A month, quarter or year, and the position of its word. */
interface Mention {
  number: number;
  word: number;
  start: number;
}

/**
 * Finds months and quarters that are written in words, and returns a term for each: `2025-03` for March 31, 2025, `2018q3`
 * for Q3 of FY18 and for the third quarter of 2018.
 */
export function findPeriods(
  terms: readonly { text: string; kind: string; start: number; end: number }[],
): Period[] {
  const periods: Period[] = [];
  const last: { month?: Mention; ordinal?: Mention; quarter?: Mention; year?: Mention } = {};
  let word = 0;
  const isNear = (mention: Mention | undefined, distance: number): mention is Mention =>
    mention !== undefined && word - mention.word <= distance;
  for (const { text, kind, start, end } of terms) {
    if (kind === 'extra') continue;
    word++;
    const add = (period: string, from: number) =>
      periods.push({ text: period, kind: 'extra', start: from, end });
    if (YEAR.test(text)) {
      if (isNear(last.month, MAX_MONTH_DISTANCE))
        add(`${text}-${String(last.month.number).padStart(2, '0')}`, last.month.start);
      if (isNear(last.quarter, MAX_QUARTER_DISTANCE))
        add(`${text}q${last.quarter.number}`, last.quarter.start);
      last.year = { number: Number(text), word, start };
      continue;
    }
    const month = MONTHS.get(text);
    if (month !== undefined) last.month = { number: month, word, start };
    const ordinal = ORDINALS.get(text);
    if (ordinal !== undefined) last.ordinal = { number: ordinal, word, start };
    if (text === 'quarter' && isNear(last.ordinal, MAX_ORDINAL_DISTANCE))
      last.quarter = { ...last.ordinal, word };
    const quarter = QUARTER.exec(text)?.[1];
    if (quarter === undefined) continue;
    last.quarter = { number: Number(quarter), word, start };
    if (isNear(last.year, 1)) add(`${last.year.number}q${quarter}`, last.year.start);
  }
  return periods;
}
