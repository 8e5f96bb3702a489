import {
  type DocumentSet,
  makeText,
  type SampleDocument,
} from '#server/testing/sample-documents/sample-documents.ts';
import { drawBarChart, drawLineChart, drawShareChart } from '../drawing/charts.ts';
import { drawLetterhead, drawReportCover } from '../drawing/covers.ts';
import type { Drawing } from '../drawing/drawing.ts';
import { COMPANY, PEOPLE, PRODUCTS } from '../facts/company.ts';
import { CUSTOMERS } from '../facts/contracts.ts';
import { DEAL } from '../facts/deal.ts';
import { ebitdaOf, FIGURES, figureOf } from '../facts/finance.ts';
import { COMMON_VALUES, formatAmount, formatDate, tableOf } from '../facts/format-facts.ts';
import { makeDocxDocument } from '../layout/docx-document.ts';
import { makePdfDocument } from '../layout/pdf-document.ts';
import { loadTemplate } from '../texts/load-template.ts';
import { listEmails } from './emails.ts';
import { makePurchaseAgreement } from './purchase-agreement.ts';
import { makeQuestionList } from './question-list.ts';

export async function listTransactionDocuments(): Promise<DocumentSet> {
  return {
    '02 Transaction': [
      await makePurchaseAgreement(),
      makeDisclosureLetter(),
      await makeProcessLetter(),
      await makeMemorandum(),
      makeQuestionList(),
      makeText(
        'Timetable.csv',
        `Step,Date\n${TIMETABLE.map((step) => step.map((cell) => (cell.includes(',') ? `"${cell}"` : cell)).join(',')).join('\n')}\n`,
      ),
    ],
    '11 Sellers Only/Correspondence': listEmails(),
  };
}

const TIMETABLE = [
  ['Teaser sent', formatDate(DEAL.teaser)],
  ['Information memorandum', formatDate(DEAL.memorandum)],
  ['Indicative offers', formatDate(DEAL.indicativeOffers)],
  ['Data room opens', formatDate(DEAL.roomOpens)],
  ['Management presentations', `from ${formatDate(DEAL.presentations)}`],
  ['Visit of the works in Kraków', formatDate(DEAL.siteVisit)],
  ['Final offers', `${formatDate(DEAL.finalOffers)}, 12:00 noon (London time)`],
  ['Signing', formatDate(DEAL.signing)],
  ['Long stop date for completion', formatDate(DEAL.longStop)],
];

const makeDisclosureLetter = (): SampleDocument =>
  makeDocxDocument({
    name: 'Disclosure Letter (draft).docx',
    title: 'Disclosure letter',
    author: DEAL.sellersLawyers,
    date: DEAL.draftDate,
    text: loadTemplate('disclosure-letter'),
    values: COMMON_VALUES,
    signatories: [{ party: 'the Sellers', name: PEOPLE.ceo.name, role: 'for herself and the other Sellers' }],
  });

const makeProcessLetter = (): Promise<SampleDocument> =>
  makePdfDocument({
    name: 'Process Letter Phase 2.pdf',
    title: `${DEAL.project}: process letter`,
    author: DEAL.advisers,
    date: '2026-09-01',
    text: loadTemplate('process-letter'),
    values: {
      ...COMMON_VALUES,
      'process.recipient': 'To the bidders in the second phase',
      'tables.timetable': tableOf([['Step', 'Date'], ...TIMETABLE]),
    },
    style: { footer: DEAL.advisers, lineHeight: 1.4 },
    letterhead: drawLetterhead(
      DEAL.advisers,
      `17 Cornmarket Row, London  |  ${formatDate('2026-09-01')}`,
      '#5b2a3c',
    ),
    signatories: [
      { party: DEAL.advisers, name: PEOPLE.adviser.name, role: 'Partner', date: formatDate('2026-09-01') },
    ],
  });

function makeMemorandum(): Promise<SampleDocument> {
  return makePdfDocument({
    name: 'Information Memorandum.pdf',
    title: `${DEAL.project}: information memorandum`,
    author: DEAL.advisers,
    date: DEAL.memorandum,
    text: loadTemplate('memorandum'),
    values: { ...COMMON_VALUES, ...listMemorandumTables() },
    figures: drawMemorandumCharts(),
    style: {
      typeface: 'sans',
      header: [`${DEAL.project}: information memorandum`, 'Strictly confidential'],
      footer: DEAL.advisers,
      lineHeight: 1.5,
      margin: 76,
    },
    cover: drawReportCover(
      DEAL.project,
      'Information memorandum',
      `${DEAL.advisers}, ${formatDate(DEAL.memorandum)}. Prepared for the sale of ${COMPANY.name}.`,
    ),
  });
}

const CHART_SIZE = { width: 420, height: 200 };
const YEARS = FIGURES.years.map((year) => `${year}${year === 2026 ? ' B' : ''}`);

function listMemorandumTables(): Record<string, string> {
  const line = (name: string, of: (year: number) => number) => [
    name,
    ...FIGURES.years.map((year) => formatAmount(of(year))),
  ];
  return {
    'tables.products': tableOf([
      ['Product', 'Kind', 'Revenue 2025, £ million'],
      ...PRODUCTS.map(({ name, kind, revenue2025 }) => [name, kind, revenue2025.toFixed(1)]),
    ]),
    'tables.summary': tableOf([
      ['£ thousand', ...YEARS],
      line('Revenue', (year) => figureOf('revenue', year)),
      line('EBITDA', ebitdaOf),
      line('Capital expenditure', (year) => figureOf('capex', year)),
      line('Net debt', (year) => figureOf('netDebt', year)),
      line('Employees', (year) => figureOf('employees', year)),
    ]),
  };
}

function drawMemorandumCharts(): Record<string, Drawing> {
  return {
    revenue: drawBarChart({
      ...CHART_SIZE,
      title: 'Revenue and EBITDA, £ million',
      categories: YEARS,
      series: [
        { name: 'Revenue', values: FIGURES.revenue.map((value) => value / 1000) },
        { name: 'EBITDA', values: FIGURES.years.map((year) => ebitdaOf(year) / 1000) },
      ],
      format: (value) => value.toFixed(1),
    }),
    ebitda: drawLineChart({
      ...CHART_SIZE,
      title: 'Net debt and EBITDA, £ million',
      categories: YEARS,
      series: [
        { name: 'Net debt', values: FIGURES.netDebt.map((value) => value / 1000) },
        { name: 'EBITDA', values: FIGURES.years.map((year) => ebitdaOf(year) / 1000) },
      ],
      format: (value) => value.toFixed(0),
    }),
    products: drawShareChart(
      'Revenue 2025 by product',
      PRODUCTS.map(({ name, revenue2025 }) => ({ name, share: (revenue2025 / 53.6) * 100 })),
      430,
    ),
    customers: drawShareChart(
      'Share of the largest customers in revenue 2025',
      CUSTOMERS.map(({ name, share }) => ({ name, share })),
      430,
    ),
    market: drawBarChart({
      ...CHART_SIZE,
      title: 'Meters read by radio, million',
      categories: ['2021', '2023', '2025', '2027', '2029', '2031'],
      series: [{ name: 'Installed', values: [82, 99, 118, 142, 172, 202] }],
    }),
  };
}
