import { expect, test } from 'vitest';
import { isStatement } from './is-statement.ts';

test('a sentence of some words with a full stop is a statement', () => {
  expect(isStatement('The tenant may sublet the premises without consent of the landlord.')).toBe(true);
  expect(isStatement('“Receiving party destroys confidential information after termination.” ')).toBe(true);
});

test('questions, requests, keywords and amounts are none', () => {
  for (const query of [
    'May the tenant sublet the premises without consent of the landlord.',
    'The tenant may sublet the premises without consent of the landlord?',
    'List all leases with tenants that sublet their premises.',
    'What consent of the landlord does the tenant need to sublet the premises.',
    'Under what conditions may the tenant sublet the premises to third parties.',
    'In which year was the merger of Keller and Meridell signed.',
    'Isn’t the tenant free to sublet the premises to other parties.',
    'Hasn’t the tenant paid the deposit to the landlord already.',
    'share purchase agreement Keller Marine Shipping Ltd.',
    'penalties for late delivery under the Meridell supply agreement',
    'lease agreement Oslo harbour warehouse rent schedule 2019',
    'The total revenue of Keller Marine rose after the merger with Meridell.',
    'sublet premises consent.',
  ])
    expect([query, isStatement(query)]).toEqual([query, false]);
});
