import { randomBytes } from 'node:crypto';
import type { UserRow } from '../queries.ts';

/** Begins what stands in place of a password hash in accounts that sign in through the company only: no password has it. */
const PREFIX = 'company:';
const RANDOM_BYTES = 16;

export const createMissingPassword = (): string => PREFIX + randomBytes(RANDOM_BYTES).toString('hex');

/** Returns whether the account was created by a sign-in through the company, and nobody set a password since. */
export const hasNoPassword = ({ password_hash }: Pick<UserRow, 'password_hash'>): boolean =>
  password_hash.startsWith(PREFIX);
