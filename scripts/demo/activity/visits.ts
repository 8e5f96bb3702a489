import type { DemoVisitor } from './demo-people.ts';

export interface VisitProfile {
  visitor: DemoVisitor;
  /** Days before today with a visit, first to last. */
  days: readonly number[];
  /** Documents of interest with a weight, by the beginning of their path. */
  interests: Readonly<Record<string, number>>;
  filesPerVisit: number;
  /** Seconds on a page on average. */
  pace: number;
  questions: readonly string[];
}

/** Corvane reads contracts, its lawyers the agreement, Sundvik the accounts, Pellworth the model and then little. */
export const VISIT_PROFILES: readonly VisitProfile[] = [
  {
    visitor: 'corvane',
    days: [81, 80, 77, 74, 73, 67, 66, 60, 59, 53, 46, 45, 39, 32, 25, 18, 16, 11, 10, 9, 5, 4, 3, 2, 1],
    interests: {
      '03 Commercial': 6,
      '09 Environment': 4,
      '07 Intellectual': 4,
      '02 Transaction/Share': 9,
      '02 Transaction/Info': 3,
      '04 Finance/Annual': 2,
      '05 Real': 2,
      '10 Products': 2,
    },
    filesPerVisit: 5,
    pace: 38,
    questions: [
      'Which customers may terminate on a change of control?',
      'How much does the treatment of the soil in Kraków cost?',
      'Has Dr Weil assigned his rights in the phase comparison patent?',
      'What is the liability cap for warranty claims?',
      'When does the framework agreement with Aguas del Tormal end?',
    ],
  },
  {
    visitor: 'lawyer',
    days: [58, 57, 51, 44, 37, 30, 23, 15, 14, 13, 8, 7, 6, 2],
    interests: {
      '02 Transaction/Share': 14,
      '02 Transaction/Disc': 6,
      '01 Corporate': 5,
      '05 Real Estate/Leases': 5,
      '04 Finance/Financing': 4,
      '06 People/Service': 4,
      '03 Commercial/Cust': 3,
    },
    filesPerVisit: 4,
    pace: 52,
    questions: [
      'What is the notice period of the lease in Hamburg?',
      'What is the long stop date?',
      'Which landlord must consent to a change of control?',
      'What are the financial covenants of the facility agreement?',
    ],
  },
  {
    visitor: 'sundvik',
    days: [80, 76, 72, 65, 58, 52, 44, 38, 30, 28, 27, 26, 25, 24, 17, 12, 8, 5, 3],
    interests: {
      '04 Finance': 8,
      '05 Real Estate/Leases/Lease Oslo': 5,
      '03 Commercial/Customers/Framework Agreement Vass': 5,
      '01 Corporate/Group': 3,
      '06 People': 3,
      '02 Transaction/Info': 3,
      '10 Products': 2,
    },
    filesPerVisit: 4,
    pace: 30,
    questions: [
      'What was EBITDA in 2025?',
      'What is the price of the Norwegian put option?',
      'How many employees work in Oslo?',
    ],
  },
  {
    visitor: 'pellworth',
    days: [79, 78, 75, 71, 64, 61, 60, 57, 41, 19, 6],
    interests: {
      '04 Finance/Financial Model': 9,
      '04 Finance/Annual': 5,
      '04 Finance/Man': 4,
      '02 Transaction/Info': 5,
      '06 People/Service': 3,
    },
    filesPerVisit: 3,
    pace: 24,
    questions: ['What bonus is due on a change of control?', 'What is net debt at the end of 2025?'],
  },
  {
    visitor: 'insurer',
    days: [20, 18, 15],
    interests: { '09 Environment': 5, '02 Transaction/Share': 4, '04 Finance/Annual': 3 },
    filesPerVisit: 3,
    pace: 40,
    questions: ['What does the product liability insurance cover?'],
  },
  {
    visitor: 'formerBidder',
    days: [118, 117, 112],
    interests: { '02 Transaction/Info': 4, '04 Finance/Annual': 3, '01 Corporate': 2 },
    filesPerVisit: 2,
    pace: 18,
    questions: [],
  },
];

/** A generator of numbers from 0 to 1 that is the same in every run. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
