import { expect, test } from 'vitest';
import { isStatement } from './is-statement.ts';

test('a statement of some words is one, with or without a full stop', () => {
  expect(isStatement('The tenant may sublet the premises without consent of the landlord.')).toBe(true);
  expect(isStatement('Receiving party destroys confidential information after termination')).toBe(true);
});

test('questions, requests and keywords are none', () => {
  for (const query of [
    'May the tenant sublet the premises without consent of the landlord',
    'The tenant may sublet the premises without consent of the landlord?',
    'List all leases with tenants that sublet their premises',
    'What consent of the landlord does the tenant need to sublet the premises',
    'sublet premises consent',
  ])
    expect(isStatement(query)).toBe(false);
});
