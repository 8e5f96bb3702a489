import { expect, test } from 'vitest';
import { describeGroups } from './describe-groups.ts';

const GROUPS = [{ name: 'Bidder A', level: 'view' }];
const TOP = 'The top of a room is visible to its staff only.';

test('a folder is visible to groups while its room is open only', () => {
  expect(describeGroups('open', GROUPS)).toBe('Visible to 1 group: Bidder A (view)');
  expect(describeGroups('preparation', [...GROUPS, { name: 'B', level: 'none' }])).toBe(
    'Visible to 2 groups once the room is open: Bidder A (view), B (none)',
  );
  expect(describeGroups('closed', GROUPS)).toBe(
    'Visible to 1 group if the room is opened again: Bidder A (view)',
  );
  expect(describeGroups('archived', GROUPS)).toBe('No group sees this room anymore.');
});

test('a room in which nothing can be changed does not ask to give access', () => {
  for (const state of ['open', 'preparation'] as const)
    expect(describeGroups(state, [])).toBe(`${TOP} Give groups access to the folders inside.`);
  expect(describeGroups('closed', [])).toBe(TOP);
});
