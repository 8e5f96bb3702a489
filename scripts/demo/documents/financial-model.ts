import type { SampleDocument } from '#server/testing/sample-documents/sample-documents.ts';
import { COMPANY, PRODUCTS } from '../facts/company.ts';
import { CUSTOMERS } from '../facts/contracts.ts';
import { DEAL } from '../facts/deal.ts';
import { DRIVERS } from '../facts/forecast.ts';
import { FACILITY } from '../facts/liabilities.ts';
import type { Cell, Sheet } from '../layout/sheet.ts';
import { makeXlsxDocument } from '../layout/xlsx-document.ts';
import { ACTUAL, actualThen, FORECAST, known, row, sheet, text } from './model-rows.ts';

function listSheets(): Sheet[] {
  return [
    {
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
    },
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
    ),
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
    ]),
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
    ]),
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
    ]),
    sheet('Cash flow', 'Cash flow', [
      row('EBITDA', (column) => `=Income!${column}9`),
      row('Tax paid', (column) => `=-Income!${column}15`),
      row('Change of working capital', (column, before, index) =>
        index === 0 ? -410 : `=Balance!${before}6-Balance!${column}6`,
      ),
      row('Capital expenditure', (column, _before, index) =>
        index < FORECAST ? known('capex')(index) : `=Income!${column}4*Assumptions!${column}12`,
      ),
      row('Free cash flow', (column) => `=${column}4+${column}5+${column}6-${column}7`, 'total'),
      row('Cash conversion', (column) => `=${column}8/${column}4`, 'percent'),
    ]),
    sheet('Debt', 'Net debt and covenants', [
      row('Net debt at the beginning', (_column, before, index) => (index === 0 ? 16_200 : `=${before}7`)),
      row('Free cash flow', (column) => `=-'Cash flow'!${column}8`),
      row('Interest and other', (column, _before, index) =>
        index < ACTUAL.length ? `=${column}7-${column}4-${column}5` : `=${column}9`,
      ),
      row(
        'Net debt at the end',
        actualThen('netDebt', (column) => `=${column}4+${column}5+${column}6`),
        'total',
      ),
      row('Leverage', (column) => `=${column}7/Income!${column}9`, 'factor'),
      row('Interest', (column, _before, index) =>
        index < ACTUAL.length ? known('interest')(index) : `=${column}4*Assumptions!${column}14`,
      ),
      row(
        'Limit of leverage',
        (_column, _before, index) => Number(index < 2 ? FACILITY.amendedLeverage : FACILITY.leverage),
        'factor',
      ),
      row('Headroom of EBITDA', (column) => `=Income!${column}9-${column}7/${column}10`),
    ]),
    sheet('Valuation', 'Discounted cash flow', [
      row('Free cash flow', (column, _before, index) => (index < 3 ? 0 : `='Cash flow'!${column}8`)),
      row(
        'Discount factor at 10.5%',
        (_column, before, index) => (index < 3 ? 0 : index === 3 ? '=1/1.105' : `=${before}5/1.105`),
        'factor',
      ),
      row('Present value', (column) => `=${column}4*${column}5`, 'total'),
      [],
      [text('Sum of present values'), { value: '=SUM(E6:I6)', style: 'number' }],
      [text('Terminal value at 2.5% growth'), { value: '=I4*1.025/(0.105-0.025)*I5', style: 'number' }],
      [text('Enterprise value by discounted cash flow', 'totalLabel'), { value: '=B8+B9', style: 'total' }],
      [
        text('Enterprise value in the draft agreement'),
        { value: DEAL.enterpriseValue / 1000, style: 'input' },
      ],
      [text('Net debt at the locked box date'), { value: '=Debt!D7', style: 'number' }],
      [text('Price of the shares', 'totalLabel'), { value: '=B11-B12', style: 'total' }],
      [text('Multiple of EBITDA 2025'), { value: '=B11/Income!D9', style: 'factor' }],
      [text('Multiple of EBITDA 2026'), { value: '=B11/Income!E9', style: 'factor' }],
    ]),
  ];
}

export const makeFinancialModel = (): SampleDocument =>
  makeXlsxDocument('Financial Model.xlsx', listSheets(), {
    title: `${DEAL.project}: financial model`,
    author: DEAL.advisers,
    date: DEAL.draftDate,
  });
