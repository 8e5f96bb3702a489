/** Facts of an invented company that is for sale. All documents take names, amounts and dates from here. */
export const COMPANY = {
  name: 'Tarnbrook Instruments Limited',
  short: 'Tarnbrook',
  number: '99417220',
  address: "Wharf House, 12 Cobbler's Quay, Bristol",
  website: 'www.tarnbrook.example',
  incorporated: '2004-03-17',
  shares: 1_200_000,
  auditor: 'Garrick Thole LLP',
  employees: 312,
  business:
    'ultrasonic flow meters, acoustic leak locators and the software that reads them, for water utilities',
} as const;

export const PEOPLE = {
  ceo: {
    name: 'Dana Keller',
    role: 'Chief Executive',
    salary: 215_000,
    notice: 12,
    restriction: 12,
    bonus: 60,
    start: '2004-03-17',
  },
  cto: {
    name: 'Jonas Brandt',
    role: 'Chief Technology Officer',
    salary: 188_000,
    notice: 9,
    restriction: 12,
    bonus: 50,
    start: '2006-09-04',
  },
  cfo: {
    name: 'Priya Anand',
    role: 'Chief Financial Officer',
    salary: 176_000,
    notice: 6,
    restriction: 6,
    bonus: 75,
    start: '2019-01-07',
  },
  chair: { name: 'Ruth Albers', role: 'Chair of the Board' },
  investorDirector: { name: 'Callum Dray', role: 'Investor Director' },
  secretary: { name: 'Owen Pritchard', role: 'Company Secretary' },
  adviser: { name: 'Lena Finch', role: 'Partner, Aldous Reeve Advisory LLP' },
  inventor: { name: 'Dr Tomas Weil', role: 'consultant, 2016 to 2018' },
} as const;

export const SHAREHOLDERS = [
  { name: 'Dana Keller', shares: 552_000, percent: 46 },
  { name: 'Jonas Brandt', shares: 264_000, percent: 22 },
  { name: 'Ostrevane Growth Fund LP', shares: 384_000, percent: 32 },
] as const;

export const SUBSIDIARIES = [
  {
    name: 'Tarnbrook Messtechnik GmbH',
    place: 'Hamburg',
    country: 'Germany',
    number: 'HRB 990417',
    percent: 100,
    employees: 41,
    activity: 'sales and service in Germany and Austria',
  },
  {
    name: 'Tarnbrook Polska sp. z o.o.',
    place: 'Kraków',
    country: 'Poland',
    number: 'KRS 0009904417',
    percent: 100,
    employees: 118,
    activity: 'assembly and testing',
  },
  {
    name: 'Tarnbrook Norge AS',
    place: 'Oslo',
    country: 'Norway',
    number: '999 044 172',
    percent: 80,
    employees: 14,
    activity: 'service of district heating meters',
  },
] as const;

/** Holds the other shares of the Norwegian subsidiary. */
export const MINORITY = {
  name: 'Ingrid Solheim',
  percent: 20,
  putPrice: '6.5 times the average EBITDA of the last two years',
  putFrom: '2027-01-01',
  putUntil: '2027-12-31',
} as const;

export const PRODUCTS = [
  { name: 'Brookline 300', kind: 'ultrasonic flow meter', revenue2025: 29.4, price: 412 },
  { name: 'EchoTrace', kind: 'acoustic leak locator', revenue2025: 13.1, price: 2_380 },
  { name: 'TideHub', kind: 'data platform by subscription', revenue2025: 7.9, price: 14 },
  { name: 'Service and calibration', kind: 'service', revenue2025: 3.2, price: 95 },
] as const;
