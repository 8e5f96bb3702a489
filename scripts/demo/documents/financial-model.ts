import type { SampleDocument } from '#server/testing/sample-documents/sample-documents.ts';
import { COMPANY, PRODUCTS } from '../facts/company.ts';
import { CUSTOMERS } from '../facts/contracts.ts';
import { DEAL } from '../facts/deal.ts';
import { DRIVERS } from '../facts/forecast.ts';
import type { Cell, Sheet } from '../layout/sheet.ts';
import { makeXlsxDocument } from '../layout/xlsx-document.ts';
import { cashFlowSheet, debtSheet, valuationSheet } from './model-cash-sheets.ts';
import { ACTUAL, actualThen, known, row, sheet, text } from './model-rows.ts';

const coverSheet = (): Sheet => ({
  name: 'Cover',
  widths: [34, 60],
  rows: [
    [text(`${DEAL.project}: financial model`, 'title')],
    [text(COMPANY.name)],
    [],
    [text('Prepared by', 'totalLabel'), text(DEAL.advisers)],
    [text('Version'), text('4.2, 6 November 2026')],
    [text('Actual figures'), text(`audited accounts 2023 to 2025, ${COMPANY.auditor}`)],
    [
      text('Forecast'),
      text('budget 2026 as approved on 11 December 2025, then the assumptions of management'),
    ],
    [text('Colors'), text('blue on yellow: input; black: formula')],
    [text('Sheets'), text('Assumptions, Revenue, Income, Balance, Cash flow, Debt, Valuation')],
  ],
});

const assumptionsSheet = (): Sheet =>
  sheet(
    'Assumptions',
    'Assumptions',
    DRIVERS.map(([name, values], at) =>
      row(
        name,
        (column, before, index) =>
          at < PRODUCTS.length && index > 0 && index < 3
            ? `=Revenue!${column}${at + 4}/Revenue!${before}${at + 4}-1`
            : (values[index] ?? 0),
        'percent',
      ),
    ),
  );

const revenueSheet = (): Sheet =>
  sheet('Revenue', 'Revenue by product', [
    ...PRODUCTS.map(({ name, revenue2025 }, at) =>
      row(name, (column, before, index) => {
        if (index === 2) return revenue2025 * 1000;
        return index < 2
          ? `=Income!${column}4*D${at + 4}/D8`
          : `=${before}${at + 4}*(1+Assumptions!${column}${at + 4})`;
      }),
    ),
    row('Total revenue', (column) => `=SUM(${column}4:${column}7)`, 'total'),
    row('Growth', (column, before, index) => (index === 0 ? 0 : `=${column}8/${before}8-1`), 'percent'),
    row('Subscriptions, share of revenue', (column) => `=${column}6/${column}8`, 'percent'),
    [],
    [
      text('Largest customers in 2025', 'totalLabel'),
      { value: 'Share', style: 'header' },
      { value: '£ thousand', style: 'header' },
    ],
    ...CUSTOMERS.map(({ name, share }, at): Cell[] => [
      text(name),
      { value: share / 100, style: 'percent' },
      { value: `=B${at + 13}*D8`, style: 'number' },
    ]),
  ]);

const incomeSheet = (): Sheet =>
  sheet('Income', 'Income statement', [
    row(
      'Revenue',
      actualThen('revenue', (column) => `=Revenue!${column}8`),
    ),
    row(
      'Materials',
      actualThen('materials', (column) => `=${column}4*Assumptions!${column}8`),
    ),
    row('Gross profit', (column) => `=${column}4-${column}5`, 'total'),
    row(
      'Personnel',
      actualThen('personnel', (column) => `=${column}4*Assumptions!${column}9`),
    ),
    row(
      'Other operating expenses',
      actualThen('other', (column) => `=${column}4*Assumptions!${column}10`),
    ),
    row('EBITDA', (column) => `=${column}6-${column}7-${column}8`, 'total'),
    row('EBITDA margin', (column) => `=${column}9/${column}4`, 'percent'),
    row(
      'Depreciation and amortisation',
      actualThen('depreciation', (column) => `=${column}4*0.0385`),
    ),
    row('Operating profit', (column) => `=${column}9-${column}11`, 'total'),
    row(
      'Net finance costs',
      actualThen('interest', (column) => `=Debt!${column}9`),
    ),
    row('Profit before tax', (column) => `=${column}12-${column}13`, 'total'),
    row(
      'Tax',
      actualThen('tax', (column) => `=${column}14*Assumptions!${column}11`),
    ),
    row('Profit for the year', (column) => `=${column}14-${column}15`, 'total'),
  ]);

const balanceSheet = (): Sheet =>
  sheet('Balance', 'Balance sheet', [
    row(
      'Intangible assets',
      actualThen('intangibles', (_column, before) => `=${before}4+400`),
    ),
    row(
      'Property, plant and equipment',
      actualThen(
        'fixedAssets',
        (column, before) => `=${before}5+'Cash flow'!${column}7-Income!${column}11-400`,
      ),
    ),
    row('Net working capital', (column, _before, index) =>
      index < ACTUAL.length
        ? known('inventories')(index) + known('receivables')(index) - known('payables')(index)
        : `=Income!${column}4*Assumptions!${column}13`,
    ),
    row(
      'Provisions',
      actualThen('provisions', (_column, before) => `=${before}7*0.95`),
    ),
    row('Net debt', (column) => `=Debt!${column}7`),
    row(
      'Equity and pension liability',
      (column) => `=${column}4+${column}5+${column}6-${column}7-${column}8`,
      'total',
    ),
  ]);

const SHEETS = [
  coverSheet,
  assumptionsSheet,
  revenueSheet,
  incomeSheet,
  balanceSheet,
  cashFlowSheet,
  debtSheet,
  valuationSheet,
];

export const makeFinancialModel = (): SampleDocument =>
  makeXlsxDocument(
    'Financial Model.xlsx',
    SHEETS.map((make) => make()),
    {
      title: `${DEAL.project}: financial model`,
      author: DEAL.advisers,
      date: DEAL.draftDate,
    },
  );
