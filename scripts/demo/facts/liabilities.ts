export const FACILITY = {
  bank: 'Mossgate Bank plc',
  date: '2023-06-14',
  term: 18_000_000,
  revolving: 5_000_000,
  margin: '2.75',
  leverage: '2.75',
  cover: '4.00',
  maturity: '2028-06-14',
  amended: '2024-09-30',
  amendedMargin: '3.00',
  amendedLeverage: '3.00',
  amendedUntil: '2025-12-31',
  repayment: 900_000,
} as const;

export const CLAIM = {
  claimant: 'Meridell Waterworks plc',
  number: 'HT-2026-000217',
  amount: 1_340_000,
  provision: 620_000,
  chance: 60,
  delivered: '2024-03-11',
  filed: '2026-05-12',
  trial: 'October 2027',
  batch: 'B24-0311',
  meters: 2_150,
  failed: 486,
  settlementOffer: 700_000,
} as const;

export const MATTERS = {
  taxYear: 2023,
  taxExposure: 410_000,
  pensionDeficit: 1_900_000,
  pensionContribution: 240_000,
  pensionUntil: 2031,
  cleanUp: 640_000,
  insurance: 10_000_000,
  permitUntil: '2028-12-31',
  patent: 'EP 3 771 204 B1',
  patentExpires: '2038-03-18',
} as const;
