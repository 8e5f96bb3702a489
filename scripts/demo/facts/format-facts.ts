import { COMPANY, MINORITY, PEOPLE } from './company.ts';
import { BIDDERS, DEAL } from './deal.ts';
import { CLAIM, FACILITY, MATTERS } from './liabilities.ts';

const DATE = /^\d{4}-\d\d-\d\d$/;

/** 14 June 2023, from an ISO date. */
export function formatDate(date: string): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

/** Amounts with separators, as 1,340,000; years as they are. */
export const formatNumber = (value: number): string =>
  Number.isInteger(value) && value >= 1900 && value < 2100 ? String(value) : value.toLocaleString('en-US');

/** Amounts of tables, where 2,060 is no year. */
export const formatAmount = (value: number): string =>
  value < 0 ? `(${(-value).toLocaleString('en-US')})` : value.toLocaleString('en-US');

export const formatMillions = (pounds: number): string => `£${(pounds / 1_000_000).toFixed(1)} million`;

/** Turns nested facts into texts by their path, such as `deal.equityPrice`. */
export function flattenFacts(facts: object, prefix = ''): Record<string, string> {
  const entries = Object.entries(facts).flatMap(([key, value]): [string, string][] => {
    const path = prefix === '' ? key : `${prefix}.${key}`;
    if (typeof value === 'number') return [[path, formatNumber(value)]];
    if (typeof value === 'string') return [[path, DATE.test(value) ? formatDate(value) : value]];
    if (typeof value === 'boolean') return [[path, value ? 'yes' : '']];
    return Object.entries(flattenFacts(value, path));
  });
  return Object.fromEntries(entries);
}

/** Facts that every template may name. */
export const COMMON_VALUES: Readonly<Record<string, string>> = flattenFacts({
  company: COMPANY,
  people: PEOPLE,
  minority: MINORITY,
  deal: DEAL,
  bidder: BIDDERS,
  facility: FACILITY,
  claim: CLAIM,
  matters: MATTERS,
});

/** Writes rows as a table of the markup. */
export const tableOf = (rows: readonly (readonly (string | number)[])[]): string =>
  rows
    .map(
      (row) => `| ${row.map((cell) => (typeof cell === 'number' ? formatAmount(cell) : cell)).join(' | ')} |`,
    )
    .join('\n');
