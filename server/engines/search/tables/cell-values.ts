const CURRENCY = /^(?:[$€£¥₹]|(?:USD|EUR|GBP|CHF|NOK|SEK|DKK|PLN|JPY|CAD|AUD)\b)/i;
const NUMBER =
  /^(?<sign>[-−–(]\s*)?(?<currency>(?:[$€£¥₹]|[A-Z]{3}\b)\s*)?(?<inner>[-−(]\s*)?(?<digits>\d[\d.,'’\s]*?)\s*(?<after>%|[$€£¥]|[A-Z]{3})?\s*\)?(?:\s*\(\d\)|[*†])?$/u;
/** A longer cell is a text. */
const MAX_AMOUNT_LENGTH = 60;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Other languages' months by the letters that tell them apart. */
const FOREIGN_MONTHS: readonly (readonly [RegExp, number])[] = [
  [/^(?:jän|ener|janv)/, 1],
  [/^(?:fév|fev)/, 2],
  [/^(?:mär|marz|mars)/, 3],
  [/^(?:avr|abr)/, 4],
  [/^mai$/, 5],
  [/^(?:juin)/, 6],
  [/^(?:juil)/, 7],
  [/^(?:aoû|ago)/, 8],
  [/^(?:okt)/, 10],
  [/^(?:dez|déc|dic)/, 12],
];

/** A number as its separators say. */
interface WrittenNumber {
  value: number;
  decimals: number;
  /** The separators by what they are here. */
  grouping: string;
  decimal: string;
}

/**
 * Reads digits with separators: 1,234.5; 1.234,5; 1'234; 0.5. The last separator is the decimal one unless three digits follow;
 * in a percentage a single one always is.
 */
function readDigits(digits: string, isPercentage: boolean): WrittenNumber | undefined {
  const plain = digits.replace(/['’\s]/g, '');
  // A number of several parts that are not of three digits is a code, such as that of a version.
  if (/[.,](?!\d{3}(?!\d))\d*[.,]/.test(plain)) return undefined;
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  if (last < 0) return { value: Number(plain), decimals: 0, grouping: '', decimal: '' };
  const separator = plain.charAt(last);
  const other = separator === '.' ? ',' : '.';
  const isRepeated = plain.indexOf(separator) !== last;
  const hasOther = plain.includes(other);
  const isGrouping =
    isRepeated || (!isPercentage && !hasOther && plain.length - last === 4 && !plain.startsWith('0'));
  const integer = plain.slice(0, last).replace(/[.,]/g, '');
  if (isGrouping)
    return { value: Number(plain.replace(/[.,]/g, '')), decimals: 0, grouping: separator, decimal: '' };
  const decimals = plain.length - last - 1;
  const value = Number(`${integer}.${plain.slice(last + 1)}`);
  return { value, decimals, grouping: hasOther ? other : '', decimal: separator };
}

/** Returns the parts of a cell that is a number. */
export function readNumber(cell: string) {
  const text = cell.trim();
  if (text.length > MAX_AMOUNT_LENGTH) return undefined;
  const { sign, inner, digits, currency, after } = NUMBER.exec(text)?.groups ?? {};
  const written = digits === undefined ? undefined : readDigits(digits, after === '%');
  if (written === undefined) return undefined;
  const isNegative = sign !== undefined || inner !== undefined;
  return { ...written, isNegative, unit: (currency ?? after ?? '').trim() };
}

/** Returns the number that a cell is, negative in brackets; undefined for anything else. A dash stands for zero. */
export function parseAmount(cell: string): number | undefined {
  if (/^[-–—]$/.test(cell.trim())) return 0;
  const read = readNumber(cell);
  return read?.isNegative === true ? -read.value : read?.value;
}

export const isPercentage = (cell: string): boolean => /%\s*\)?$/.test(cell.trim());

/** Returns a cell's currency sign or code as it is written before the number. */
export const currencyOf = (cell: string): string =>
  CURRENCY.exec(cell.trim().replace(/^[(-]/, ''))?.[0] ?? '';

function monthOf(name: string): number | undefined {
  const lower = name.toLowerCase();
  const english = MONTHS.indexOf(lower.slice(0, 3)) + 1;
  return english > 0 ? english : FOREIGN_MONTHS.find(([pattern]) => pattern.test(lower))?.[1];
}

/**
 * Returns a number that orders the dates of cells: 2026-03-31, 31 March 2026, 31.03.2026, 31/03/2026, March 2026; undefined
 * without a date, and for one whose day and month may be exchanged, such as 03/04/2026.
 */
export function parseDate(cell: string): number | undefined {
  const iso = /\b((?:19|20)\d\d)[-/](\d\d)[-/](\d\d)\b/.exec(cell);
  if (iso) return Number(`${iso[1]}${iso[2]}${iso[3]}`);
  const dotted = /\b(\d{1,2})\.(\d{1,2})\.((?:19|20)\d\d)\b/.exec(cell);
  if (dotted) return joinDate(dotted[3], Number(dotted[2]), dotted[1]);
  const slashed = /\b(\d{1,2})\/(\d{1,2})\/((?:19|20)\d\d)\b/.exec(cell);
  if (slashed) return readSlashedDate(Number(slashed[1]), Number(slashed[2]), slashed[3]);
  const named =
    /(?:(\d{1,2})(?:\.|st|nd|rd|th)?\s+(?:de\s+|of\s+)?)?(\p{L}{3,10})\.?\s+(?:(\d{1,2})(?:st|nd|rd|th)?(?:,\s*|\s+)|de\s+)?((?:19|20)\d\d)\b/u.exec(
      cell,
    );
  const month = named?.[2] === undefined ? undefined : monthOf(named[2]);
  if (named && month !== undefined) return joinDate(named[4], month, named[1] ?? named[3]);
  return undefined;
}

/** Reads a date of which one part is no month, or whose parts are the same. */
function readSlashedDate(first: number, second: number, year: string | undefined): number | undefined {
  if (first <= 12 && second <= 12 && first !== second) return undefined;
  const [day, month] = first > 12 ? [first, second] : [second, first];
  return day <= 31 && month <= 12 ? joinDate(year, month, String(day)) : undefined;
}

const joinDate = (year: string | undefined, month: number, day: string | undefined): number =>
  Number(year) * 10_000 + month * 100 + Number(day ?? 0);

/**
 * Returns whether amounts can be compared: none has another currency, only some are percentages, or a separator stands for
 * thousands in one and for decimals in another. Nor can percentages such as 1,234% beside others without decimals, whose comma
 * may be either.
 */
export function areComparable(cells: readonly string[]): boolean {
  const read = cells.flatMap((cell) => readNumber(cell) ?? []);
  const currencies = new Set(read.flatMap(({ unit }) => (unit === '' || unit === '%' ? [] : unit)));
  const percentages = read.filter(({ unit }) => unit === '%').length;
  const grouping = new Set(read.map((each) => each.grouping));
  const isMixed = read.some(({ decimal }) => decimal !== '' && grouping.has(decimal));
  const hasThree = ({ decimal, decimals }: (typeof read)[number]) => decimal === ',' && decimals === 3;
  const isUnclear =
    percentages > 1 && read.some(hasThree) && !read.some((each) => each.decimal === ',' && !hasThree(each));
  return currencies.size < 2 && (percentages === 0 || percentages === read.length) && !isMixed && !isUnclear;
}
