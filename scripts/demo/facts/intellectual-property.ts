import { PEOPLE } from './company.ts';
import { MATTERS } from './liabilities.ts';

export const PATENTS = [
  {
    key: 'phase',
    number: MATTERS.patent,
    title: 'Method of locating a leak in a pipe by phase comparison',
    inventors: `${PEOPLE.cto.name}, ${PEOPLE.inventor.name}`,
    filed: '2018-03-18',
    granted: '2021-06-09',
    expires: MATTERS.patentExpires,
  },
  {
    key: 'channel',
    number: 'EP 3 418 990 B1',
    title: 'Ultrasonic flow meter with a folded measuring channel',
    inventors: PEOPLE.cto.name,
    filed: '2016-06-22',
    granted: '2019-10-30',
    expires: '2036-06-22',
  },
  {
    key: 'battery',
    number: 'GB 2 583 119 B',
    title: 'Radio module with adaptive transmission interval',
    inventors: `${PEOPLE.cto.name}, Helen Marsden`,
    filed: '2019-11-05',
    granted: '2022-02-16',
    expires: '2039-11-05',
  },
  {
    key: 'heat',
    number: 'EP 4 102 556 A1 (application)',
    title: 'Transducer assembly for hot water',
    inventors: 'Helen Marsden, Ingrid Solheim',
    filed: '2023-01-19',
    granted: '',
    expires: '2043-01-19',
  },
] as const;

export const TRADE_MARKS = [
  { mark: 'TARNBROOK', register: 'UK', number: 'UK00009904417', classes: '9, 42', renewal: '2030-05-11' },
  { mark: 'TARNBROOK', register: 'EU', number: '099417220', classes: '9, 42', renewal: '2030-05-11' },
  { mark: 'ECHOTRACE', register: 'EU', number: '099418106', classes: '9', renewal: '2028-09-02' },
  { mark: 'TIDEHUB', register: 'UK', number: 'UK00009911283', classes: '9, 38, 42', renewal: '2031-01-27' },
] as const;
