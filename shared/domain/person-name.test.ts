import { expect, test } from 'vitest';
import { nameOf } from './person-name.ts';

test('people are called by first and last name, otherwise by username', () => {
  expect(nameOf({ username: 'dana', displayName: 'Dana Keller' })).toBe('Dana Keller');
  expect(nameOf({ username: 'dana' })).toBe('dana');
});
