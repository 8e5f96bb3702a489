import { drawBarChart, drawShareChart } from '../drawing/charts.ts';
import { PRODUCTS } from '../facts/company.ts';
import { figureOf, REGIONS } from '../facts/finance.ts';
import { formatAmount, tableOf } from '../facts/format-facts.ts';
import { listBalanceSheetRows, listIncomeRows } from './financial-statements.ts';

/** Figures of a year, in thousands of pounds. */
export interface Figures {
  revenue: number;
  ebitda: number;
  profit: number;
  employees: number;
  netDebt: number;
  capex: number;
}

/** Risk, why it exists, what is done. */
const RISKS = [
  [
    'Customers',
    'The five largest customers account for about half of revenue.',
    'Framework agreements of five to seven years; new countries.',
  ],
  [
    'Supply',
    'Transducers come from one supplier.',
    'A second set of tools at another site; stock for six weeks.',
  ],
  [
    'Product liability',
    'Meters stay in the ground for 16 years.',
    'Sampling of each batch; insurance of £10,000,000.',
  ],
  [
    'Technology',
    'Radio standards change faster than meters.',
    'Modules that can be replaced; yearly technology review.',
  ],
  [
    'Exchange rates',
    'Costs arise in zloty, revenue in pounds, euros and kroner.',
    'Forward contracts for 70% of the next 12 months.',
  ],
  [
    'Information security',
    'Attacks on TideHub could disclose consumption data.',
    'Penetration tests; separation of customers; recovery drills.',
  ],
];

export function listTables(year: number, now: Figures, last: Figures): Record<string, string> {
  const names = {
    revenue: 'Revenue',
    ebitda: 'EBITDA',
    profit: 'Profit for the year',
    capex: 'Capital expenditure',
    netDebt: 'Bank loans and finance leases, less cash',
    employees: 'Employees at the end of the year',
  };
  const glance = Object.entries(names).map(([key, name]) => [
    name,
    now[key as keyof Figures],
    last[key as keyof Figures],
  ]); // the keys of `names` are those of Figures
  const withLast = (rows: string[][]) => rows.map((row) => (row.length === 2 ? [...row, 'n/a'] : row));
  const years = year === 2023 ? [year] : [year, year - 1];
  const workingCapital = year === 2023 ? 410 : 910 + (year - 2024) * -60;
  const operating = now.ebitda - figureOf('tax', year) - workingCapital;
  return {
    'tables.glance': tableOf(glance),
    'tables.income': tableOf(withLast(listIncomeRows(...years))),
    'tables.balance': tableOf(withLast(listBalanceSheetRows(...years))),
    'tables.cash': tableOf([
      ['EBITDA', now.ebitda, last.ebitda],
      ['Change of working capital', -workingCapital, -380],
      ['Tax paid', -figureOf('tax', year), -540],
      ['Net cash from operating activities', operating, last.ebitda - 920],
      ['Capital expenditure', -now.capex, -last.capex],
      ['Interest paid', -figureOf('interest', year), -900],
      ['Other', last.netDebt - now.netDebt - (operating - now.capex - figureOf('interest', year)), -140],
      ['Net reduction of debt', last.netDebt - now.netDebt, last.ebitda - 920 - last.capex - 900 - 140],
    ]),
    'tables.segments': tableOf(
      PRODUCTS.map(({ name, revenue2025 }) => [
        name,
        Math.round((revenue2025 / 53.6) * now.revenue),
        `${((revenue2025 / 53.6) * 100).toFixed(1)}%`,
      ]),
    ),
    'tables.environment': tableOf([
      ['Electricity, MWh', 3_410 - (year - 2023) * 120, 3_530 - (year - 2023) * 120],
      ['Emissions of the sites, tonnes of CO2', 1_120 - (year - 2023) * 190, 1_310 - (year - 2023) * 190],
      ['Waste, tonnes', 96 - (year - 2023) * 7, 103 - (year - 2023) * 7],
      ['Recycled brass in meter bodies', `${52 + (year - 2023) * 6}%`, `${46 + (year - 2023) * 6}%`],
      ['Accidents with lost time', 4 - (year - 2023), 5 - (year - 2023)],
    ]),
    'tables.risks': tableOf(RISKS),
  };
}

export function listFigures(year: number, now: Figures, last: Figures) {
  const categories = [String(year - 1), String(year)];
  const size = { width: 420, height: 190 };
  const format = (value: number) => formatAmount(Math.round(value));
  return {
    revenue: drawBarChart({
      ...size,
      title: 'Revenue, £ thousand',
      categories,
      series: [{ name: 'Revenue', values: [last.revenue, now.revenue] }],
      format,
    }),
    ebitda: drawBarChart({
      ...size,
      title: 'EBITDA and profit, £ thousand',
      categories,
      series: [
        { name: 'EBITDA', values: [last.ebitda, now.ebitda] },
        { name: 'Profit for the year', values: [last.profit, now.profit] },
      ],
      format,
    }),
    products: drawShareChart(
      'Revenue by product',
      PRODUCTS.map(({ name, revenue2025 }) => ({ name, share: (revenue2025 / 53.6) * 100 })),
      430,
    ),
    regions: drawShareChart('Revenue by region', REGIONS, 430),
  };
}
