import type { Dataset } from './datasets.ts';

/** Ours, so that a part of the measurements runs wherever the tests do; each text answers what stands beside it. */
const TEXTS: [title: string, text: string, questions: string[]][] = [
  [
    'Lease Marlowe Optics 2021',
    'LEASE\n\n1. Rent\nThe tenant pays a monthly rent of EUR 4,200 in advance, on the third business day.\n\n2. Deposit\nA deposit of three months is held on a blocked account and bears the interest of the bank.',
    ['How much rent does Marlowe Optics pay?', 'Who keeps the interest of the deposit?'],
  ],
  [
    'Lease Varga Textiles 2023',
    'LEASE\n\n1. Rent\nThe tenant pays a monthly rent of EUR 7,900 in advance, on the first business day.\n\n2. Repairs\nThe landlord repairs roof and walls; the tenant decorates every five years.',
    ['How much rent does Varga Textiles pay?', 'Who repairs the roof?'],
  ],
  [
    'Quarterly report 2023 Q3 Keller Marine',
    'Net sales by segment\n\nShips 63,355 61,948 Docks 19,604 17,486 Total net sales 82,959 79,434\n\nManagement believes that demand for sales of ships remains strong in each of the regions in which the company sells them.',
    ['What were total net sales of Keller Marine in Q3 2023?', 'demand for ships'],
  ],
  [
    'Quarterly report 2022 Q1 Keller Marine',
    'Net sales by segment\n\nShips 51,020 50,311 Docks 14,100 13,977 Total net sales 65,120 64,288\n\nManagement believes that demand for sales of docks is weak while harbours are closed.',
    ['What were total net sales of Keller Marine in Q1 2022?', 'Why is demand for docks weak?'],
  ],
  [
    'Supply agreement Hollis Energy',
    'SUPPLY AGREEMENT\n\n1. Termination\nEither party may terminate by ninety days’ written notice, and at once for a material breach that is not remedied.\n\n2. Liability\nLiability is capped at the fees of the last twelve months, save for fraud.',
    ['What notice ends the supply agreement?', 'Is there a cap on liability?'],
  ],
  [
    'Employment contract Nyberg',
    'EMPLOYMENT CONTRACT\n\n1. Salary\nThe gross salary is EUR 88,000 a year, paid monthly.\n\n2. Competition\nFor one year after the end the employee does not work for a competitor within Scandinavia.',
    ['What is the salary of Nyberg?', 'May the employee work for competitors?'],
  ],
  [
    'Kündigung Wartungsvertrag Castell',
    'Hiermit kündigen wir den Wartungsvertrag über die Aufzüge fristgerecht zum Jahresende. Die Schlüssel geben wir bei der Abnahme zurück.',
    ['Wann endet der Vertrag über die Wartung der Aufzüge?', 'Rückgabe der Schlüssel'],
  ],
  [
    'Insurance certificate Okafor Shipping',
    'The insurer covers loss of cargo in transit up to USD 2,500,000 for any one vessel; war and strikes are excluded.',
    ['Up to what amount is cargo insured?', 'Are strikes covered?'],
  ],
];

/** Nothing in the room answers these. */
const UNANSWERABLE_QUESTIONS = [
  'Which arbitration tribunal decides disputes?',
  'Is source code deposited with an escrow agent?',
  'Who owns patents that were filed jointly?',
  'What is the dividend of preferred shareholders?',
  'Is disparagement of the counterparty forbidden?',
  'Which pension scheme do apprentices join?',
];

export const smallDataset: Dataset = {
  documents: TEXTS.map(([title, text], id) => ({ id, title, text })),
  questions: [
    ...TEXTS.flatMap(([, , questions], id) =>
      questions.map((text) => ({ text, judgments: new Map([[id, 1]]), spans: [] })),
    ),
    ...UNANSWERABLE_QUESTIONS.map((text) => ({ text, judgments: new Map<number, number>(), spans: [] })),
  ],
};
