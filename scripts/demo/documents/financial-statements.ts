import { ebitdaOf, equityOf, figureOf, profitOf } from '../facts/finance.ts';
import { formatAmount } from '../facts/format-facts.ts';

type Line = readonly [name: string, of: (year: number) => number];

const INCOME: readonly Line[] = [
  ['Revenue', (year) => figureOf('revenue', year)],
  ['Materials', (year) => -figureOf('materials', year)],
  ['Gross profit', (year) => figureOf('revenue', year) - figureOf('materials', year)],
  ['Personnel', (year) => -figureOf('personnel', year)],
  ['Other operating expenses', (year) => -figureOf('other', year)],
  ['EBITDA', ebitdaOf],
  ['Depreciation and amortisation', (year) => -figureOf('depreciation', year)],
  ['Operating profit', (year) => ebitdaOf(year) - figureOf('depreciation', year)],
  ['Net finance costs', (year) => -figureOf('interest', year)],
  ['Tax on profit', (year) => -figureOf('tax', year)],
  ['Profit for the year', profitOf],
];

const BALANCE: readonly Line[] = [
  ['Intangible assets', (year) => figureOf('intangibles', year)],
  ['Property, plant and equipment', (year) => figureOf('fixedAssets', year)],
  ['Stock', (year) => figureOf('inventories', year)],
  ['Trade and other receivables', (year) => figureOf('receivables', year)],
  [
    'Total assets before cash',
    (year) =>
      figureOf('intangibles', year) +
      figureOf('fixedAssets', year) +
      figureOf('inventories', year) +
      figureOf('receivables', year),
  ],
  ['Trade and other payables', (year) => -figureOf('payables', year)],
  ['Provisions', (year) => -figureOf('provisions', year)],
  ['Bank loans and finance leases, less cash', (year) => -figureOf('netDebt', year)],
  ['Equity and pension liability', equityOf],
];

/** Rows with the amount of each year, as `[name, amount, …]`. */
const listRows = (lines: readonly Line[], years: readonly number[]): string[][] =>
  lines.map(([name, of]) => [name, ...years.map((year) => formatAmount(of(year)))]);

export const listIncomeRows = (...years: readonly number[]): string[][] => listRows(INCOME, years);
export const listBalanceSheetRows = (...years: readonly number[]): string[][] => listRows(BALANCE, years);
