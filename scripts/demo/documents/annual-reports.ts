import type { SampleDocument } from '#server/testing/sample-documents/sample-documents.ts';
import { drawReportCover } from '../drawing/covers.ts';
import { ANNUAL_TEXTS } from '../facts/annual-texts.ts';
import { COMPANY } from '../facts/company.ts';
import { ebitdaOf, figureOf, profitOf } from '../facts/finance.ts';
import { COMMON_VALUES, formatAmount } from '../facts/format-facts.ts';
import { makePdfDocument } from '../layout/pdf-document.ts';
import { loadTemplate } from '../texts/load-template.ts';
import { type Figures, listFigures, listTables } from './annual-report-tables.ts';

export const listAnnualReports = (): Promise<SampleDocument[]> =>
  Promise.all([2023, 2024, 2025].map(makeAnnualReport));

/** Figures of the year before the first, which the first report compares with. */
const BEFORE: Readonly<Record<string, number>> = {
  revenue: 36_900,
  ebitda: 5_300,
  profit: 2_310,
  employees: 245,
  netDebt: 16_200,
  capex: 1_900,
};

function previous(name: keyof typeof BEFORE & string, year: number, of: (year: number) => number): number {
  return year === 2023 ? (BEFORE[name] ?? 0) : of(year - 1);
}

function makeAnnualReport(year: number): Promise<SampleDocument> {
  const figures: Figures = {
    revenue: figureOf('revenue', year),
    ebitda: ebitdaOf(year),
    profit: profitOf(year),
    employees: figureOf('employees', year),
    netDebt: figureOf('netDebt', year),
    capex: figureOf('capex', year),
  };
  const last: Figures = {
    revenue: previous('revenue', year, (each) => figureOf('revenue', each)),
    ebitda: previous('ebitda', year, ebitdaOf),
    profit: previous('profit', year, profitOf),
    employees: previous('employees', year, (each) => figureOf('employees', each)),
    netDebt: previous('netDebt', year, (each) => figureOf('netDebt', each)),
    capex: previous('capex', year, (each) => figureOf('capex', each)),
  };
  const texts = ANNUAL_TEXTS[year] ?? {};
  const signed = texts['signed'] ?? '';
  const values: Record<string, string> = {
    ...COMMON_VALUES,
    ...Object.fromEntries(Object.entries(texts).map(([key, text]) => [`text.${key}`, text])),
    ...Object.fromEntries(
      Object.entries(figures).map(([key, value]) => [`year.${key}`, formatAmount(value)]),
    ),
    'year.this': String(year),
    'year.last': String(year - 1),
    'year.afterNext': `June ${year + 2}`,
    'year.revenueLast': formatAmount(last.revenue),
    'year.growth': ((figures.revenue / last.revenue - 1) * 100).toFixed(1),
    'year.ebitdaMargin': ((figures.ebitda / figures.revenue) * 100).toFixed(1),
    'year.leverage': (figures.netDebt / figures.ebitda).toFixed(2),
    'year.personnel': formatAmount(figureOf('personnel', year)),
    'year.provisions': formatAmount(figureOf('provisions', year)),
    ...listTables(year, figures, last),
  };
  return makePdfDocument({
    name: `Annual Report ${year}.pdf`,
    title: `${COMPANY.name}: annual report ${year}`,
    author: COMPANY.name,
    date: new Date(`${signed} UTC`).toISOString().slice(0, 10),
    text: loadTemplate('annual-report'),
    values,
    figures: listFigures(year, figures, last),
    style: {
      typeface: 'sans',
      header: [COMPANY.name, `Annual report ${year}`],
      lineHeight: 1.45,
      margin: 76,
    },
    cover: drawReportCover(
      `Annual Report ${year}`,
      'and consolidated financial statements',
      `${COMPANY.name}, registered in England and Wales, number ${COMPANY.number}`,
    ),
  });
}
