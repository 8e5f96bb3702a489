import {
  type DocumentSet,
  makeDocx,
  makePdf,
  makeText,
  makeXlsx,
  type SampleDocument,
} from '../sample-documents.ts';
import { COMPANY, formatEuros, LEASES, SUPPLIERS } from './company.ts';

const YEARS = [2022, 2023, 2024, 2025];
const BOARD_MEETINGS = YEARS.flatMap((year) => [1, 2, 3, 4].map((quarter) => ({ year, quarter })));

export async function listCorporateDocuments(): Promise<DocumentSet> {
  return {
    '01 Corporate': [
      await makePdf('Articles of Association.pdf', [
        {
          heading: 'Articles of Association',
          paragraphs: [
            `The share capital of ${COMPANY} is 500,000 euros, divided into 500,000 shares of one euro each.`,
            'A transfer of shares needs the consent of holders of three quarters of the capital.',
            'The managing directors need the consent of the board for purchases above 250,000 euros.',
          ],
        },
      ]),
      makeXlsx('List of Shareholders.xlsx', [
        ['Shareholder', 'Shares', 'Per cent'],
        ['Keller Familienstiftung', 275_000, 55],
        ['Brandt Beteiligungs GmbH', 150_000, 30],
        ['Employees trust', 75_000, 15],
      ]),
      makeText(
        'Group Structure.json',
        JSON.stringify(
          { parent: COMPANY, subsidiaries: LEASES.slice(3).map(([city]) => ({ city, share: '100 %' })) },
          null,
          2,
        ),
      ),
      makeText(
        'Managing Directors.md',
        '# Managing directors\n\n- Dana Keller, commercial director since 2017\n- Jonas Brandt, technical director since 2019\n\nTwo directors sign together.\n',
      ),
    ],
    '01 Corporate/Board Minutes': BOARD_MEETINGS.map(makeBoardMinutes),
    '01 Corporate/Shareholder Resolutions': await Promise.all(
      YEARS.map((year, index) =>
        makePdf(`Shareholder Resolution ${year}.pdf`, [
          {
            heading: `Resolution of the Shareholders ${year}`,
            paragraphs: [
              `The annual accounts of ${year - 1} are approved.`,
              `The dividend paid in ${year} is ${formatEuros(1_200_000 + index * 150_000)}; the rest of the profit is carried forward.`,
              'Weser Treuhand is appointed auditor once more.',
            ],
          },
        ]),
      ),
    ),
  };
}

const PURCHASES = [
  'a second grinding line',
  'a heat treatment furnace',
  'a measuring machine',
  'new solar panels',
];

function makeBoardMinutes(
  { year, quarter }: { year: number; quarter: number },
  index: number,
): SampleDocument {
  const [supplier] = SUPPLIERS[index % SUPPLIERS.length] ?? SUPPLIERS[0];
  const lines = [
    `Minutes of the board meeting, quarter ${quarter} of ${year}`,
    'Present: Dana Keller, Jonas Brandt, Ruth Albers (chair). A quorum was there.',
    `In quarter ${quarter} of ${year} the board approves the purchase of ${PURCHASES[quarter - 1]} for ${formatEuros(400_000 + index * 110_000)}.`,
    `The contract with ${supplier} was reviewed; see the folder Suppliers. It is to be negotiated anew by ${year + 1}.`,
    `Orders on hand are ${formatEuros(21_000_000 + index * 640_000)}. Staff turnover is ${4 + (index % 5)} per cent.`,
    index % 4 === 3
      ? 'The chair reports on talks about a sale of the company, code name Project Polaris.'
      : 'No conflicts of interest were declared.',
  ];
  const name = `Board Minutes ${year} Q${quarter}`;
  return index % 2 === 0
    ? makeDocx(`${name}.docx`, lines)
    : makeText(`${name}.md`, `# ${lines.join('\n\n')}\n`);
}
