import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';

test.each([
  ['dana', 'DA'],
  ['Dana Keller', 'DK'],
  ['Ana María de la Torre', 'AT'],
  ['m.okafor@corvane.example', 'MO'],
  ['underwriting@castellanre.example', 'UN'],
  ['dana_keller', 'DK'],
  ['x', 'X'],
  ['李 明', '李明'],
])('the initials of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
