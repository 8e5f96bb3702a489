import { expect, test } from 'vitest';
import { editDistance } from './correct-words.ts';

test.for([
  ['lease', 'lease', 0],
  ['lease', 'leese', 1],
  ['lease', 'lase', 1],
  ['lease', 'leases', 1],
  ['lease', 'laese', 1],
  ['termination', 'terminatoin', 1],
  ['indemnity', 'indennitty', 2],
  ['', 'ab', 2],
] as const)('%s and %s have the distance %d', ([one, other, distance]) => {
  expect(editDistance(one, other, 2)).toBe(distance);
  expect(editDistance(other, one, 2)).toBe(distance);
});

test('words above the maximum distance are reported as such', () => {
  expect(editDistance('lease', 'mortgage', 2)).toBe(3);
  expect(editDistance('abcdef', 'uvwxyz', 1)).toBe(2);
});
