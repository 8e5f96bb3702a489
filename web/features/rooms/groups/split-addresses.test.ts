import { expect, test } from 'vitest';
import { splitAddresses } from './split-addresses.ts';

test('addresses are separated by commas, semicolons, spaces and lines, each once', () => {
  expect(splitAddresses('a@x.test, b@x.test;c@x.test\nd@x.test a@x.test')).toEqual([
    'a@x.test',
    'b@x.test',
    'c@x.test',
    'd@x.test',
  ]);
});

test('of a name with an address in brackets only the address is kept', () => {
  expect(splitAddresses('Ada Byron <ada@x.test>, <bo@x.test>')).toEqual(['ada@x.test', 'bo@x.test']);
});

test('a word that is no address is kept, so that the server names it', () => {
  expect(splitAddresses('ada')).toEqual(['ada']);
  expect(splitAddresses('  ')).toEqual([]);
});
