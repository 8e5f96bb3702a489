import { DEAL } from '../facts/deal.ts';
import { FACILITY } from '../facts/liabilities.ts';
import type { Sheet } from '../layout/sheet.ts';
import { ACTUAL, actualThen, FORECAST, known, row, sheet, text } from './model-rows.ts';

export const cashFlowSheet = (): Sheet =>
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
  ]);

export const debtSheet = (): Sheet =>
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
  ]);

export const valuationSheet = (): Sheet =>
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
    [text('Enterprise value in the draft agreement'), { value: DEAL.enterpriseValue / 1000, style: 'input' }],
    [text('Net debt at the locked box date'), { value: '=Debt!D7', style: 'number' }],
    [text('Price of the shares', 'totalLabel'), { value: '=B11-B12', style: 'total' }],
    [text('Multiple of EBITDA 2025'), { value: '=B11/Income!D9', style: 'factor' }],
    [text('Multiple of EBITDA 2026'), { value: '=B11/Income!E9', style: 'factor' }],
  ]);
