import { z } from 'zod';
import { MAX_GROUP_NAME_LENGTH } from '../../domain/limits.ts';
import { id, instant } from '../fields/base-fields.ts';

export const groupName = z
  .string()
  .trim()
  .min(1, 'Enter a name')
  .max(MAX_GROUP_NAME_LENGTH, `Use at most ${MAX_GROUP_NAME_LENGTH} characters`)
  .regex(/^\P{Cc}*$/u, 'Use no control characters');

export const group = z.object({
  id,
  roomId: id,
  name: z.string(),
  /** `null` for a group without an end. */
  endsAt: instant.nullable(),
  /** IP addresses and networks from which members see the room; empty for all. */
  addressRanges: z.array(z.string()),
  /** Members with an account need a second factor, from their next sign-in on. */
  requiresSecondFactor: z.boolean(),
  memberCount: z.int(),
  createdAt: instant,
});
