import {
  type DocumentSet,
  makePdf,
  makePptx,
  makeText,
  makeXlsx,
  type SampleDocument,
} from '../sample-documents.ts';
import { COMPANY, CUSTOMERS, formatEuros } from './company.ts';

const YEARS = [2021, 2022, 2023, 2024, 2025];
/** Thousands of euros. */
const revenueIn = (year: number): number => 88_400 + (year - 2021) * 7_350;
const ebitdaIn = (year: number): number => Math.round(revenueIn(year) * (0.131 + (year - 2021) * 0.004));

export async function listFinanceDocuments(): Promise<DocumentSet> {
  return {
    '03 Finance': [
      makeFinancialModel(),
      makeXlsx('Revenue by Customer.xlsx', [
        ['Customer', 'City', 'Revenue 2025 (thousand euros)'],
        ...CUSTOMERS.map(({ name, city, revenue }) => [name, city, revenue]),
      ]),
    ],
    '03 Finance/Budgets': [2024, 2025, 2026, 2027].map((year, index) =>
      makePptx(`Budget ${year}.pptx`, [
        `Budget ${year} of ${COMPANY}`,
        `Budget ${year}: revenue of ${formatEuros(revenueIn(year) * 1000)}`,
        `Budget ${year}: capital expenditure of ${(4.9 + index * 0.5).toFixed(1)} million euros, most of it in Dresden`,
        `Risks in ${year}: the price of bearing steel and the wage agreement`,
      ]),
    ),
    '03 Finance/Annual Reports': await Promise.all(YEARS.map(makeAnnualReport)),
    '03 Finance/Monthly Reports': [2023, 2024, 2025].flatMap((year) =>
      Array.from({ length: 12 }, (_, month) => makeMonthlyCosts(year, month + 1)),
    ),
    '03 Finance/Tax': await Promise.all(
      YEARS.slice(0, 4).map((year) =>
        makePdf(`Tax Assessment ${year}.pdf`, [
          {
            heading: `Assessment of Corporate Income Tax ${year}`,
            paragraphs: [
              `The corporate income tax of ${COMPANY} for ${year} is ${formatEuros(Math.round(ebitdaIn(year) * 1000 * 0.14))}.`,
              year === 2023
                ? 'The assessment of 2023 is provisional: transfer prices with the Norwegian subsidiary are under audit.'
                : `The assessment of ${year} is final.`,
            ],
          },
        ]),
      ),
    ),
  };
}

function makeFinancialModel(): SampleDocument {
  const line = (name: string, of: (year: number) => number) => [name, ...YEARS.map(of)];
  return makeXlsx('Financial Model.xlsx', [
    ['Thousand euros', ...YEARS.map(String)],
    line('Revenue', revenueIn),
    line('Material', (year) => Math.round(revenueIn(year) * 0.47)),
    line('Personnel', (year) => Math.round(revenueIn(year) * 0.29)),
    line('EBITDA', ebitdaIn),
    line('Net debt', (year) => 31_000 - (year - 2021) * 2_150),
    line('Capital expenditure', (year) => 5_200 + (year - 2021) * 310),
  ]);
}

function makeAnnualReport(year: number): Promise<SampleDocument> {
  return makePdf(`Annual Report ${year}.pdf`, [
    {
      heading: `Annual Report ${year}`,
      paragraphs: [
        `Revenue in ${year} was ${formatEuros(revenueIn(year) * 1000)}, after ${formatEuros(revenueIn(year - 1) * 1000)} in the year before.`,
        `EBITDA in ${year} was ${formatEuros(ebitdaIn(year) * 1000)}. The figures agree with the financial model.`,
        `At the end of ${year} the company employed ${255 + (year - 2021) * 6} people in four countries.`,
      ],
    },
    {
      heading: "Auditor's Opinion",
      paragraphs: [
        `Weser Treuhand gives the accounts of ${year} an unqualified opinion.`,
        `A provision of ${formatEuros(310_000 + (year - 2021) * 95_000)} was made for warranties, and in 2024 and 2025 one of 780,000 euros for the claim of Aster Rail.`,
      ],
    },
  ]);
}

function makeMonthlyCosts(year: number, month: number): SampleDocument {
  const label = `${year}-${String(month).padStart(2, '0')}`;
  const rows = ['Production', 'Sales', 'Research', 'Administration'].map(
    (department, index) => `${label},${department},${1_900 + month * 37 + index * 211 + (year - 2024) * 90}`,
  );
  return makeText(`Costs ${label}.csv`, `Month,Department,Costs in thousand euros\n${rows.join('\n')}\n`);
}
