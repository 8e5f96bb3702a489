import { expect, test } from 'vitest';
import { createNameMatcher } from './name-matcher.ts';

test.each([
  ['lease', 'Lease Agreement 2025.pdf', true],
  ['2025 LEASE', 'Lease Agreement 2025.pdf', true],
  ['lease 2026', 'Lease Agreement 2025.pdf', false],
  ['  ', 'Anything', true],
  ['ag', 'Lease_Agreement.pdf', true],
  ['ea', 'Lease_Agreement.pdf', false],
  ['agreement.pdf', 'Lease_Agreement.pdf', true],
  ['عقد', 'عقد الإيجار.pdf', true],
])('the query %j matches the name %j: %s', (query, name, matches) => {
  expect(createNameMatcher(query)(name)).toBe(matches);
});
