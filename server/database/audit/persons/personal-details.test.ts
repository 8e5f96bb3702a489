import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findEmailAddress } from './personal-details.ts';

const ADDRESS = /[^\s@"',;:<>()]+@[^\s@"',;:<>()]+\.[^\s@"',;:<>()]+/;

test('an email address is found wherever it stands in a text', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', '@', '.', ' ', ',', '<', '>', '@a.b', 'x@y.z'))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (each) => {
      expect(findEmailAddress(each)).toBe(ADDRESS.exec(each)?.[0]);
    }),
    { numRuns: 2_000 },
  );
});

test('a megabyte without spaces is searched at once', () => {
  const long = 'x'.repeat(1_000_000);
  expect(findEmailAddress(long)).toBeUndefined();
  expect(findEmailAddress(`${long}@${long}`)).toBeUndefined();
  expect(findEmailAddress(`${long} ann@example.com`)).toBe('ann@example.com');
});
