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

/** Reads digits with separators: 1,234.5; 1.234,5; 1'234; 0.5. The last separator is the decimal one unless three digits follow. */
function readDigits(digits: string): number {
  const plain = digits.replace(/['’\s]/g, '');
  // A number of several parts that are not of three digits is a code, such as that of a version.
  if (/[.,](?!\d{3}(?!\d))\d*[.,]/.test(plain)) return Number.NaN;
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  if (last < 0) return Number(plain);
  const separator = plain.charAt(last);
  const isRepeated = plain.indexOf(separator) !== last;
  const hasOther = plain.includes(separator === '.' ? ',' : '.');
  const isGrouping = isRepeated || (!hasOther && plain.length - last === 4 && !plain.startsWith('0'));
  const integer = plain.slice(0, last).replace(/[.,]/g, '');
  return isGrouping ? Number(plain.replace(/[.,]/g, '')) : Number(`${integer}.${plain.slice(last + 1)}`);
}

/** Returns the number that a cell is, negative in brackets; undefined for anything else. A dash stands for zero. */
export function parseAmount(cell: string): number | undefined {
  const text = cell.trim();
  if (text.length > MAX_AMOUNT_LENGTH) return undefined;
  if (/^[-–—]$/.test(text)) return 0;
  const { sign, inner, digits } = NUMBER.exec(text)?.groups ?? {};
  if (digits === undefined) return undefined;
  const value = readDigits(digits);
  if (Number.isNaN(value)) return undefined;
  return sign !== undefined || inner !== undefined ? -value : value;
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

/** Returns a number that orders the dates of cells: 2026-03-31, 31 March 2026, 31.03.2026, March 2026; undefined without a date. */
export function parseDate(cell: string): number | undefined {
  const iso = /\b((?:19|20)\d\d)-(\d\d)-(\d\d)\b/.exec(cell);
  if (iso) return Number(`${iso[1]}${iso[2]}${iso[3]}`);
  const dotted = /\b(\d{1,2})\.(\d{1,2})\.((?:19|20)\d\d)\b/.exec(cell);
  if (dotted) return joinDate(dotted[3], Number(dotted[2]), dotted[1]);
  const named =
    /(?:(\d{1,2})\.?\s+(?:de\s+)?)?(\p{L}{3,10})\.?\s+(?:(\d{1,2}),\s*|de\s+)?((?:19|20)\d\d)\b/u.exec(cell);
  const month = named?.[2] === undefined ? undefined : monthOf(named[2]);
  if (named && month !== undefined) return joinDate(named[4], month, named[1] ?? named[3]);
  return undefined;
}

const joinDate = (year: string | undefined, month: number, day: string | undefined): number =>
  Number(year) * 10_000 + month * 100 + Number(day ?? 0);

/** By the number of decimals: making one takes longer than using it. */
const SUM_FORMATS = [0, 1, 2].map(
  (decimals) =>
    new Intl.NumberFormat('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
);

/** Formats a sum with the decimals of its cells. */
export function formatSum(sum: number, cells: readonly string[]): string {
  const decimals = Math.max(
    0,
    ...cells.map((cell) => {
      const [, fraction = ''] = /[.,](\d{1,2})(?!\d)\s{0,3}%?\)?\s{0,3}$/.exec(cell) ?? [];
      return fraction.length;
    }),
  );
  const digits = SUM_FORMATS[decimals]?.format(Math.abs(sum)) ?? '';
  const currencies = new Set(cells.map(currencyOf));
  const [currency = ''] = currencies.size === 1 ? currencies : [];
  const separator = /\p{L}$/u.test(currency) ? ' ' : '';
  const percent = cells.every(isPercentage) ? '%' : '';
  return `${sum < 0 ? '-' : ''}${currency}${separator}${digits}${percent}`;
}
