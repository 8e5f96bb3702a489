import { expect, test } from 'vitest';
import { invitationStatus } from './invitation-status.ts';

test.each([
  [false, 11, 'pending'],
  [false, 10, 'expired'],
  [true, 11, 'accepted'],
  [true, 9, 'accepted'],
] as const)('accepted %s, until %i: at 10 it is %s', (accepted, expiresAt, status) => {
  expect(invitationStatus({ accepted, expiresAt }, 10)).toBe(status);
});
