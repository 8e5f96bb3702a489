import {
  type DocumentSet,
  makeText,
  type SampleDocument,
} from '#server/testing/sample-documents/sample-documents.ts';
import { drawBarChart } from '../drawing/charts.ts';
import { drawLetterhead } from '../drawing/covers.ts';
import { drawOrganizationChart } from '../drawing/organization-chart.ts';
import { COMPANY, PEOPLE } from '../facts/company.ts';
import { COMMON_VALUES, flattenFacts, formatDate } from '../facts/format-facts.ts';
import { makeDocxDocument } from '../layout/docx-document.ts';
import { makePdfDocument } from '../layout/pdf-document.ts';
import { loadTemplate } from '../texts/load-template.ts';

export async function listPeopleDocuments(): Promise<DocumentSet> {
  return {
    '06 People': [makeHeadcount(), await makeOrganization(), await makePensionSummary()],
    '06 People/Service Agreements': [PEOPLE.ceo, PEOPLE.cto, PEOPLE.cfo].map(makeServiceAgreement),
  };
}

const DEPARTMENTS = [
  ['Production', 6, 12, 94, 0],
  ['Quality and calibration', 22, 4, 15, 2],
  ['Development', 48, 0, 6, 0],
  ['TideHub', 27, 0, 0, 0],
  ['Sales and service', 19, 22, 0, 10],
  ['Administration', 17, 3, 3, 2],
] as const;

function makeHeadcount(): SampleDocument {
  const rows = DEPARTMENTS.map(([name, ...places]) =>
    [name, ...places, places.reduce<number>((sum, count) => sum + count, 0)].join(','),
  );
  return makeText(
    'Headcount 2025-12-31.csv',
    `Department,Bristol,Hamburg,Kraków,Oslo,Total\n${rows.join('\n')}\nTotal,139,41,118,14,312\n`,
  );
}

const makeOrganization = (): Promise<SampleDocument> =>
  makePdfDocument({
    name: 'Organization Chart.pdf',
    title: 'Organization chart',
    author: COMPANY.name,
    date: '2026-08-03',
    text: '= Organization, 3 August 2026\n@figure chart\nThe managing directors of the subsidiaries report to the Chief Executive: Birgit Lorenzen (Hamburg), Marta Zielna (Kraków) and Ingrid Solheim (Oslo).',
    values: {},
    figures: {
      chart: drawOrganizationChart([
        [[PEOPLE.ceo.name, PEOPLE.ceo.role]],
        [
          [PEOPLE.cto.name, 'Technology'],
          [PEOPLE.cfo.name, 'Finance'],
          ['Marta Zielna', 'Operations'],
          ['Aled Morris', 'Sales'],
        ],
        [
          ['Helen Marsden', 'Meters'],
          ['Yusuf Adeyi', 'TideHub'],
          ['Nora Finnis', 'Controlling'],
          ['Grace Obell', 'People'],
        ],
      ]),
    },
    style: { typeface: 'sans', header: [COMPANY.name, 'Confidential'] },
  });

const makePensionSummary = (): Promise<SampleDocument> =>
  makePdfDocument({
    name: 'Pension Plan Summary.pdf',
    title: 'Tarnbrook Retirement Plan',
    author: 'Holloway Trask Actuaries LLP',
    date: '2026-07-30',
    text: loadTemplate('pension-summary'),
    values: COMMON_VALUES,
    figures: {
      deficit: drawBarChart({
        title: 'Deficit, £ thousand',
        categories: ['2019', '2022', '2025'],
        series: [{ name: 'Deficit', values: [4_100, 2_900, 1_900] }],
        width: 400,
        height: 170,
      }),
    },
    style: { typeface: 'sans', footer: 'Holloway Trask Actuaries LLP' },
    letterhead: drawLetterhead(
      'Holloway Trask Actuaries LLP',
      '9 Ledger Street, Bath  |  30 July 2026',
      '#5a3d5c',
    ),
  });

const makeServiceAgreement = (
  employee: typeof PEOPLE.ceo | typeof PEOPLE.cto | typeof PEOPLE.cfo,
): SampleDocument =>
  makeDocxDocument({
    name: `Service Agreement ${employee.name}.docx`,
    title: `Service agreement with ${employee.name}`,
    author: COMPANY.name,
    date: employee.start,
    text: loadTemplate('service-agreement'),
    values: {
      ...COMMON_VALUES,
      ...flattenFacts({
        employee: { ...employee, target: 50, controlBonus: employee.name === PEOPLE.cfo.name },
      }),
    },
    signatories: [
      {
        party: COMPANY.name,
        name: PEOPLE.chair.name,
        role: PEOPLE.chair.role,
        date: formatDate('2025-01-01'),
      },
      { party: employee.name, name: employee.name, role: employee.role, date: formatDate('2025-01-01') },
    ],
  });
