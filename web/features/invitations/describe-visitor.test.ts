import { expect, test } from 'vitest';
import { NO_EXPIRY } from '#shared/domain/limits.ts';
import { describeVisitor } from './describe-visitor.ts';

test('a visitor has the end of the invitation, and none through a link without an end', () => {
  expect(describeVisitor({ expiresAt: '2027-02-20T12:00:00.000Z' })).toBe('Visitor until Feb 20, 2027');
  expect(describeVisitor({ expiresAt: new Date(NO_EXPIRY).toISOString() })).toBe('Visitor');
});
