import {
  type DocumentSet,
  makeText,
  type SampleDocument,
} from '#server/testing/sample-documents/sample-documents.ts';
import { drawLetterhead } from '../drawing/covers.ts';
import { COMPANY, PEOPLE } from '../facts/company.ts';
import { CUSTOMERS } from '../facts/contracts.ts';
import { MONTHS_2026 } from '../facts/finance.ts';
import { COMMON_VALUES, formatDate, formatNumber } from '../facts/format-facts.ts';
import { FACILITY, MATTERS } from '../facts/liabilities.ts';
import { makePdfDocument } from '../layout/pdf-document.ts';
import { makeScannedLetter } from '../layout/scan.ts';
import type { Cell } from '../layout/sheet.ts';
import { makeXlsxDocument } from '../layout/xlsx-document.ts';
import { loadTemplate } from '../texts/load-template.ts';
import { listAnnualReports } from './annual-reports.ts';
import { makeFacilityAgreement } from './contracts.ts';
import { makeFinancialModel } from './financial-model.ts';

export async function listFinanceDocuments(): Promise<DocumentSet> {
  return {
    '04 Finance': [makeFinancialModel(), makeManagementAccounts(), makeReceivables()],
    '04 Finance/Annual Reports': await listAnnualReports(),
    '04 Finance/Financing': [await makeFacilityAgreement(), await makeAmendmentLetter()],
    '04 Finance/Tax': [await makeTaxComputation(), await makeTaxLetter()],
  };
}

function makeManagementAccounts(): SampleDocument {
  const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'];
  const body = months.map((month, at): Cell[] => {
    const row = at + 4;
    return [
      { value: month, style: 'label' },
      { value: (MONTHS_2026.actual[at] ?? 0) * 1000, style: 'input' },
      { value: (MONTHS_2026.budget[at] ?? 0) * 1000, style: 'input' },
      { value: (MONTHS_2026.prior[at] ?? 0) * 1000, style: 'input' },
      { value: `=B${row}-C${row}`, style: 'number' },
      { value: `=B${row}/D${row}-1`, style: 'percent' },
    ];
  });
  return makeXlsxDocument(
    'Management Accounts 2026-09.xlsx',
    [
      {
        name: 'Revenue',
        widths: [16, 14, 14, 14, 18, 18],
        frozenRows: 3,
        rows: [
          [{ value: 'Management accounts, nine months to 30 September 2026', style: 'title' }],
          [{ value: '£ thousand, not audited', style: 'label' }],
          ['Month', 'Actual', 'Budget', 'Last year', 'Against budget', 'Against last year'].map((value) => ({
            value,
            style: 'header' as const,
          })),
          ...body,
          [
            { value: 'Total', style: 'totalLabel' },
            ...['B', 'C', 'D', 'E'].map(
              (column): Cell => ({ value: `=SUM(${column}4:${column}12)`, style: 'total' }),
            ),
            { value: '=B13/D13-1', style: 'percent' },
          ],
        ],
      },
    ],
    { title: 'Management accounts September 2026', author: PEOPLE.cfo.name, date: '2026-10-12' },
  );
}

function makeReceivables(): SampleDocument {
  const rows = CUSTOMERS.map(({ name, share, paymentDays }) => {
    const due = Math.round(share * 73);
    return [name, due, Math.round(due * 0.12), Math.round(due * 0.03), paymentDays].join(',');
  });
  return makeText(
    'Aged Receivables 2026-09-30.csv',
    `Customer,Not due (£ thousand),1 to 30 days overdue,More than 30 days overdue,Payment term (days)\n${rows.join('\n')}\n`,
  );
}

const makeAmendmentLetter = (): Promise<SampleDocument> =>
  makeScannedLetter('Amendment Letter Mossgate Bank (scan).pdf', {
    letterhead: drawLetterhead(FACILITY.bank, 'Corporate Banking  |  31 Tallow Square, London', '#2f5d50'),
    recipient: [COMPANY.name, PEOPLE.cfo.name, "Wharf House, 12 Cobbler's Quay", 'Bristol'],
    reference: 'CB/HM/2217-4',
    date: formatDate(FACILITY.amended),
    subject: `Facility agreement of ${formatDate(FACILITY.date)}: amendment and waiver`,
    paragraphs: [
      `We refer to your request of 12 September. Leverage on 30 September 2024 is expected to be 2.78 times, above the limit of ${FACILITY.leverage} times.`,
      'We waive the breach of the covenant on that date and the default that results from it.',
      `Until ${formatDate(FACILITY.amendedUntil)} the limit of leverage is ${FACILITY.amendedLeverage} times and the margin is ${FACILITY.amendedMargin}% a year. From the next day the original terms apply again.`,
      'A fee of £45,000 is payable within ten business days. All other terms of the agreement, the guarantees and the security remain in force.',
      'Please countersign the copy of this letter.',
    ],
    signer: 'Harriet Mosscroft',
    role: 'Director, Corporate Banking',
    stamp: '2 OCT 2024',
  });

const makeTaxComputation = (): Promise<SampleDocument> =>
  makePdfDocument({
    name: 'Corporation Tax Computation 2025.pdf',
    title: 'Corporation tax computation 2025',
    author: 'Pennard Vale Tax LLP',
    date: '2026-08-21',
    text: loadTemplate('tax-computation'),
    values: COMMON_VALUES,
    style: { typeface: 'sans', footer: 'Pennard Vale Tax LLP' },
    letterhead: drawLetterhead(
      'Pennard Vale Tax LLP',
      '4 Assembly Lane, Bristol  |  21 August 2026',
      '#7a4b1f',
    ),
  });

const makeTaxLetter = (): Promise<SampleDocument> =>
  makeScannedLetter('HMRC Letter on Research Relief (scan).pdf', {
    letterhead: drawLetterhead(
      'HM Revenue and Customs',
      'Large Business  |  Research and Development',
      '#00625c',
    ),
    recipient: [COMPANY.name, 'The Company Secretary', "Wharf House, 12 Cobbler's Quay", 'Bristol'],
    reference: 'LB/RD/2026/00417',
    date: formatDate('2026-01-19'),
    subject: `Check of the return for the year ended 31 December ${MATTERS.taxYear}`,
    paragraphs: [
      'I am checking the claim for research and development relief in the return named above.',
      'Please send, within 40 days, the project records of TideHub, the time sheets of the 41 employees named in the claim, and an explanation of how 38% of their time was allocated to research.',
      `If the relief were not due, the additional tax and interest would be about £${formatNumber(MATTERS.taxExposure)}.`,
      'You may ask an adviser to act for you.',
    ],
    signer: 'P. Harkness',
    role: 'Officer of Revenue and Customs',
    stamp: '22 JAN 2026',
  });
