import type { SampleDocument } from '#server/testing/sample-documents/sample-documents.ts';
import { DEAL } from '../facts/deal.ts';
import { makeXlsxDocument } from '../layout/xlsx-document.ts';

const QUESTIONS = [
  [
    'Bidder A',
    '2026-09-08',
    'Which customer contracts can be terminated on a change of control?',
    'Meridell Waterworks (90 days) and Vassenfjord Vann (consent). See 03 Commercial.',
    'answered',
  ],
  [
    'Bidder A',
    '2026-09-09',
    'Please provide the full report on the soil in Kraków.',
    'See 09 Environment and Insurance. The estimate is €640,000.',
    'answered',
  ],
  [
    'Bidder B',
    '2026-09-11',
    'What is the price of the put option of Ingrid Solheim?',
    '6.5 times the average EBITDA of two years for the whole of Tarnbrook Norge AS, times 20%. On current figures about NOK 7.1 million.',
    'answered',
  ],
  [
    'Bidder C',
    '2026-09-14',
    'How was the increase in net working capital in 2025 caused?',
    'Stock for the second line and longer payment terms of Aguas del Tormal. See the financial model, sheet Balance.',
    'answered',
  ],
  [
    'Bidder A',
    '2026-09-17',
    'Has Dr Weil assigned his rights in the phase comparison patent?',
    'Not yet. He asks for £180,000; £95,000 has been offered.',
    'answered',
  ],
  [
    'Bidder B',
    '2026-09-21',
    'Is the personal guarantee for the Oslo lease to be replaced?',
    'Yes, by a guarantee of the buyer of up to NOK 740,000.',
    'answered',
  ],
  [
    'Bidder C',
    '2026-09-24',
    'What share of TideHub subscribers leaves in a year?',
    '2.1% in 2025.',
    'answered',
  ],
  [
    'Bidder A',
    '2026-09-30',
    'Will the insurer of product liability accept the Meridell claim?',
    'It has accepted the claim subject to an excess of £250,000.',
    'answered',
  ],
  [
    'Bidder C',
    '2026-10-05',
    'Which employees receive a payment on a change of control?',
    'Only Priya Anand, 75% of salary.',
    'answered',
  ],
  [
    'Bidder B',
    '2026-10-19',
    'When will Aguas del Tormal award its tender?',
    'Not known; the offer is due on 16 November.',
    'answered',
  ],
  [
    'Bidder A',
    '2026-11-09',
    'Please provide the joint statement of the experts in the Meridell claim.',
    '',
    'open',
  ],
  ['Bidder C', '2026-11-12', 'What would a second calibration rig cost?', '', 'open'],
] as const;

export const makeQuestionList = (): SampleDocument =>
  makeXlsxDocument(
    'Questions and Answers.xlsx',
    [
      {
        name: 'Questions',
        widths: [6, 12, 14, 60, 70, 12],
        frozenRows: 1,
        rows: [
          ['No.', 'Bidder', 'Date', 'Question', 'Answer', 'State'].map((value) => ({
            value,
            style: 'header' as const,
          })),
          ...QUESTIONS.map((row, index) => [
            { value: String(index + 1), style: 'text' as const },
            ...row.map((value) => ({ value, style: 'wrapped' as const })),
          ]),
        ],
      },
    ],
    { title: `${DEAL.project}: questions and answers`, author: DEAL.advisers, date: '2026-11-12' },
  );
