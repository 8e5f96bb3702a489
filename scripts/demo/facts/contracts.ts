export interface Customer {
  key: string;
  name: string;
  place: string;
  goods: string;
  /** Share of the revenue of 2025, in percent. */
  share: number;
  date: string;
  until: string;
  noticeMonths: number;
  paymentDays: number;
  warrantyMonths: number;
  /** Pounds a year. */
  cap: number;
  meters: number;
  /** Consequences of a change of control allows; empty where the agreement is silent. */
  changeOfControl: string;
  assignment: string;
}

export const CUSTOMERS: readonly Customer[] = [
  {
    key: 'meridell',
    name: 'Meridell Waterworks plc',
    place: 'Leeds',
    goods: 'Brookline 300 flow meters',
    share: 14.2,
    date: '2021-04-01',
    until: '2028-03-31',
    noticeMonths: 12,
    paymentDays: 45,
    warrantyMonths: 60,
    cap: 2_500_000,
    meters: 38_000,
    changeOfControl:
      "Meridell Waterworks plc may terminate this Agreement by giving not less than 90 days' written notice, given within 90 days after it learns of a change of control of the Supplier, without compensation.",
    assignment: 'consent, not to be unreasonably withheld',
  },
  {
    key: 'ostermoor',
    name: 'Stadtwerke Ostermoor GmbH',
    place: 'Ostermoor',
    goods: 'Brookline 300 flow meters and TideHub subscriptions',
    share: 11.6,
    date: '2022-07-01',
    until: '2027-06-30',
    noticeMonths: 6,
    paymentDays: 30,
    warrantyMonths: 36,
    cap: 1_500_000,
    meters: 24_500,
    changeOfControl: '',
    assignment: "free within the Supplier's group",
  },
  {
    key: 'vassenfjord',
    name: 'Vassenfjord Vann AS',
    place: 'Vassenfjord',
    goods: 'EchoTrace leak locators',
    share: 9.3,
    date: '2023-02-15',
    until: '2028-02-14',
    noticeMonths: 9,
    paymentDays: 30,
    warrantyMonths: 48,
    cap: 900_000,
    meters: 1_150,
    changeOfControl:
      'A change of control of the Supplier requires the prior written consent of Vassenfjord Vann AS, which may be refused only if the new owner is a competitor of a Norwegian water utility or is subject to sanctions.',
    assignment: 'consent',
  },
  {
    key: 'tormal',
    name: 'Aguas del Tormal S.A.',
    place: 'Villatormal',
    goods: 'Brookline 300 flow meters',
    share: 8.1,
    date: '2020-11-02',
    until: '2026-12-31',
    noticeMonths: 3,
    paymentDays: 60,
    warrantyMonths: 24,
    cap: 600_000,
    meters: 16_800,
    changeOfControl: '',
    assignment: 'consent',
  },
  {
    key: 'harrowby',
    name: 'Harrowby & Lisle Utilities Limited',
    place: 'Bath',
    goods: 'EchoTrace leak locators and TideHub subscriptions',
    share: 6.4,
    date: '2024-01-08',
    until: '2029-01-07',
    noticeMonths: 6,
    paymentDays: 30,
    warrantyMonths: 36,
    cap: 750_000,
    meters: 820,
    changeOfControl:
      'The Supplier shall notify Harrowby & Lisle Utilities Limited of a change of control within 10 Business Days; the notice gives no right to terminate.',
    assignment: 'consent, not to be unreasonably withheld',
  },
];

export const SUPPLIERS = [
  {
    key: 'elmar',
    name: 'Elmar Piezo GmbH',
    place: 'Lindenau',
    goods: 'piezoceramic transducers',
    spend: 3_900_000,
    date: '2019-05-20',
    until: '2029-05-19',
    noticeMonths: 18,
    exclusive: true,
    leadWeeks: 14,
    minimum: 2_400_000,
  },
  {
    key: 'castlegate',
    name: 'Castlegate Castings Limited',
    place: 'Walsall',
    goods: 'brass meter bodies',
    spend: 2_700_000,
    date: '2021-09-01',
    until: '2027-08-31',
    noticeMonths: 6,
    exclusive: false,
    leadWeeks: 8,
    minimum: 0,
  },
  {
    key: 'zwaanhoek',
    name: 'Zwaanhoek Batteries BV',
    place: 'Zwaanhoek',
    goods: 'lithium thionyl chloride cells',
    spend: 1_800_000,
    date: '2023-03-13',
    until: '2028-03-12',
    noticeMonths: 9,
    exclusive: false,
    leadWeeks: 20,
    minimum: 1_100_000,
  },
] as const;
