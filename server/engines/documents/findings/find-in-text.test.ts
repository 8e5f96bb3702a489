import { describe, expect, test } from 'vitest';
import { findInText } from './find-in-text.ts';

const found = (text: string) =>
  findInText(text).map(({ kind, start, end }) => [kind, text.slice(start, end)]);

describe('addresses and accounts', () => {
  test.each([
    [
      'Write to Anna.Müller+deal@exämple-group.co.uk, or call.',
      'email',
      'Anna.Müller+deal@exämple-group.co.uk',
    ],
    ['IBAN DE89 3704 0044 0532 0130 00 BIC COBADEFFXXX', 'iban', 'DE89 3704 0044 0532 0130 00'],
    ['Account GB29NWBK60161331926819.', 'iban', 'GB29NWBK60161331926819'],
    ['Konto CH93-0076-2011-6238-5295-7', 'iban', 'CH93-0076-2011-6238-5295-7'],
    ['Card 4111 1111 1111 1111 exp 12/29', 'card', '4111 1111 1111 1111'],
    ['amex 378282246310005', 'card', '378282246310005'],
  ])('%s contains one', (text, kind, value) => expect(found(text)).toEqual([[kind, value]]));

  test.each([
    'IBAN DE89 3704 0044 0532 0130 01',
    'Invoice 4111 1111 1111 1112',
    'Order 1234567890123456',
    'Decorators such as @Component and user@localhost',
    'Section DE12 of the agreement',
  ])('%s contains none', (text) => expect(found(text)).toEqual([]));
});

describe('telephone numbers', () => {
  test.each([
    ['+49 (0)30 901820', '+49 (0)30 901820'],
    ['call +1 415-555-2671 today', '+1 415-555-2671'],
    ['(212) 555-0187', '(212) 555-0187'],
    ['(012) 555-0187', undefined],
    ['Office: (212) 736-5000', '(212) 736-5000'],
    ['Tel.: 030/901820', '030/901820'],
    ['Mobile: 07911 123456', '07911 123456'],
    ['0044 20 7946 0958', '0044 20 7946 0958'],
    ['Téléphone : 01 42 68 53 00', '01 42 68 53 00'],
  ])('%s', (text, value) => expect(found(text)).toEqual(value === undefined ? [] : [['phone', value]]));

  test.each([
    'Revenue of 1 234 567 890 EUR',
    'from 2019-2024 and 01.02.2024',
    'Invoice no. 2024-0012345',
    'ISBN 978-3-16-148410-0',
    '12,500,000.00 and 3.141592653',
  ])('%s contains none', (text) => expect(found(text)).toEqual([]));
});

describe('identity numbers', () => {
  test.each([
    ['SSN 219-09-9999', '219-09-9999'],
    ['NI number: QQ 12 34 56 C', undefined],
    ['NI number: AB 12 34 56 C', 'AB 12 34 56 C'],
    ['C.F. RSSMRA85T10A562S', 'RSSMRA85T10A562S'],
    ['DNI 12345678Z', '12345678Z'],
    ['AHV 756.9217.0769.85', '756.9217.0769.85'],
    ['Steuer-ID: 86 095 742 719', '86 095 742 719'],
    ['BSN 111222333', '111222333'],
    ['PESEL 44051401359', '44051401359'],
    ['Personnummer 811218-9876', '811218-9876'],
    ['NIR 2 55 08 14 168 025 38', '2 55 08 14 168 025 38'],
    ['RV-Nummer 15 070649 C 103', '15 070649 C 103'],
  ])('%s', (text, value) =>
    expect(found(text)).toEqual(value === undefined ? [] : [['identity-number', value]]),
  );

  test.each(['Part 86 095 742 719', 'SSN 000-12-3456', '12345678A', 'order 111222333'])(
    '%s contains none',
    (text) => expect(found(text)).toEqual([]),
  );
});

describe('dates of birth', () => {
  test.each([
    ['born on 12 March 1980 in Bonn', '12 March 1980'],
    ['Date of birth: 03/12/1975', '03/12/1975'],
    ['Geburtsdatum: 1.2.1990', '1.2.1990'],
    ['née le 4 août 1966', '4 août 1966'],
    ['DOB: 1988-11-30', '1988-11-30'],
    ['Birthday: July 4th, 1979', 'July 4th, 1979'],
  ])('%s', (text, value) => expect(found(text)).toEqual([['birth-date', value]]));

  test.each(['Signed on 12 March 1980', 'born to lead, 45/99/2000'])('%s contains none', (text) =>
    expect(found(text)).toEqual([]),
  );
});

test('a long text without findings takes linear time', () => {
  const long = '0 1 2 3 a@b '.repeat(20_000);
  const startedAt = performance.now();
  findInText(long);
  expect(performance.now() - startedAt).toBeLessThan(3_000);
});
