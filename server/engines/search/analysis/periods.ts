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
  [
    'first 1st 1 erste erstes ersten premier primer primero',
    'second 2nd 2 zweite zweites zweiten deuxieme second segundo',
    'third 3rd 3 dritte drittes dritten troisieme tercer tercero',
    'fourth 4th 4 vierte viertes vierten quatrieme cuarto',
  ].flatMap((names, index) => names.split(' ').map((name) => [name, index + 1] as const)),
);
/** Words for a quarter and for a half of a year, and the letter of their terms. */
const PARTS: ReadonlyMap<string, 'q' | 'h'> = new Map([
  ...['quarter', 'quartal', 'quartals', 'trimestre'].map((name) => [name, 'q'] as const),
  ...['half', 'halbjahr', 'halbjahrs', 'semestre'].map((name) => [name, 'h'] as const),
]);
/** Words before a year of two digits. */
const FISCAL_YEAR = new Set(['fy', 'cy', 'gj']);
/** Words that are part of a period without a digit. */
const NAMES: ReadonlySet<string> = new Set([
  ...MONTHS.keys(),
  ...ORDINALS.keys(),
  ...PARTS.keys(),
  ...FISCAL_YEAR,
]);
const DIGIT = /\d/;
const YEAR = /^(?:19|20)\d\d$/;
/** A quarter, also French (T3), or a half of a year. */
const QUARTER = /^(?:[qt]([1-4])|h([12]))$/;
/** Words from a month to its year: March 31, 2025; marzo de 2025. */
const MAX_MONTH_DISTANCE = 2;
/** Words from an ordinal to its quarter: third fiscal quarter. */
const MAX_ORDINAL_DISTANCE = 2;
/** Words from a quarter to its year: third quarter of fiscal year 2018. */
const MAX_QUARTER_DISTANCE = 5;

const fullYear = (digits: string): string => (digits.length === 2 ? `20${digits}` : digits);

/**
 * Returns the month, quarter or half that a code without spaces stands for: 2025-03-31, 03/2025, Mar-25, Q3'18, 3Q18, 1H18,
 * 2018-Q3.
 */
export function periodOfCode(code: string): string | undefined {
  const [, isoYear, isoMonth] = /^((?:19|20)\d\d)[-/.](0[1-9]|1[0-2])(?:[-/.]\d\d)?$/.exec(code) ?? [];
  if (isoYear !== undefined) return `${isoYear}-${isoMonth}`;
  const [, month = '', year] = /^(?:\d\d?\.)?(0?[1-9]|1[0-2])[./]((?:19|20)\d\d)$/.exec(code) ?? [];
  if (year !== undefined) return `${year}-${month.padStart(2, '0')}`;
  const [, name = '', shortYear] = /^(\p{L}{3,9})\.?[-'’]((?:20)?\d\d)$/u.exec(code) ?? [];
  const named = MONTHS.get(name);
  if (named !== undefined && shortYear !== undefined)
    return `${fullYear(shortYear)}-${String(named).padStart(2, '0')}`;
  const part =
    /^(?<part>q[1-4]|h[12])[-'’]?(?:fy)?(?<year>(?:20)?\d\d)$/.exec(code) ??
    /^(?<reversed>[1-4]q|[12]h)[-'’]?(?:fy)?(?<year>(?:20)?\d\d)$/.exec(code) ??
    /^(?:fy)?(?<year>20\d\d)[-/]?(?<part>q[1-4]|h[12])$/.exec(code);
  const { part: straight, reversed = '', year: ofYear } = part?.groups ?? {};
  if (ofYear === undefined) return undefined;
  return fullYear(ofYear) + (straight ?? `${reversed.charAt(1)}${reversed.charAt(0)}`);
}

/** Returns both years of FY17/18 and 2017/18. */
export function yearsOfRange(code: string): string[] {
  const [, from, to] = /^(?:fy|gj)?((?:20)?\d\d)[/-]((?:20)?\d\d)$/.exec(code) ?? [];
  if (from === undefined || to === undefined || (from.length === 2 && !/^(?:fy|gj)/.test(code))) return [];
  const years = [fullYear(from), fullYear(to)];
  return Number(years[1]) === Number(years[0]) + 1 ? years : [];
}

/** Returns the year of FY18, FY2018, FY'18, CY18 and of the plan's 2018A, 2018E, which other texts write as 2018. */
export function fiscalYearOf(code: string): string | undefined {
  const digits =
    /^(?:fye?|cy|gj)['’]?((?:19|20)?\d\d)$/.exec(code)?.[1] ??
    /^((?:19|20)\d\d)(?:[aebf]|pf)$/.exec(code)?.[1];
  return digits === undefined ? undefined : fullYear(digits);
}

/** A term for a period, with its offsets in the text. */
interface Period {
  text: string;
  kind: 'extra';
  start: number;
  end: number;
}

/** A month, part of a year or year, and the position of its word. */
interface Mention {
  /** `03` of a month, `q3` or `h1` of a part of a year, the number of an ordinal or year. */
  name: string;
  word: number;
  start: number;
}

/**
 * Finds months, quarters and halves that are written in words, and returns a term for each: `2025-03` for March 31, 2025,
 * `2018q3` for Q3 of FY18 and for the third quarter of 2018, `2018h1` for the first half of 2018, `2018` for FY 18.
 */
export function findPeriods(
  terms: readonly { text: string; kind: string; start: number; end: number }[],
): Period[] {
  const periods: Period[] = [];
  const last: { month?: Mention; ordinal?: Mention; part?: Mention; year?: Mention; fiscal?: Mention } = {};
  let word = 0;
  const isNear = (mention: Mention | undefined, distance: number): mention is Mention =>
    mention !== undefined && word - mention.word <= distance;
  for (const { text, kind, start, end } of terms) {
    if (kind === 'extra') continue;
    word++;
    if (!NAMES.has(text) && !DIGIT.test(text)) continue;
    const add = (period: string, from: number) =>
      periods.push({ text: period, kind: 'extra', start: from, end });
    const isShortYear = /^\d\d$/.test(text) && isNear(last.fiscal, 1);
    if (isShortYear) add(fullYear(text), start);
    if (YEAR.test(text) || isShortYear) {
      const year = fullYear(text);
      if (isNear(last.month, MAX_MONTH_DISTANCE)) add(`${year}-${last.month.name}`, last.month.start);
      if (isNear(last.part, MAX_QUARTER_DISTANCE)) add(year + last.part.name, last.part.start);
      last.year = { name: year, word, start };
      continue;
    }
    if (FISCAL_YEAR.has(text)) last.fiscal = { name: text, word, start };
    const month = MONTHS.get(text);
    if (month !== undefined) last.month = { name: String(month).padStart(2, '0'), word, start };
    const ordinal = ORDINALS.get(text);
    if (ordinal !== undefined) last.ordinal = { name: String(ordinal), word, start };
    const letter = PARTS.get(text);
    if (letter !== undefined && isNear(last.ordinal, MAX_ORDINAL_DISTANCE))
      last.part = { ...last.ordinal, name: letter + last.ordinal.name, word };
    const [, quarter, half] = QUARTER.exec(text) ?? [];
    const part = quarter === undefined ? half && `h${half}` : `q${quarter}`;
    if (part === undefined) continue;
    last.part = { name: part, word, start };
    if (isNear(last.year, 1)) add(last.year.name + part, last.year.start);
  }
  return periods;
}
