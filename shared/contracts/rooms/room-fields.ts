import { z } from 'zod';
import { MAX_CODE_NAME_LENGTH } from '../../domain/limits.ts';
import { ROOM_STATES } from '../../domain/rooms/room-states.ts';

/** The staff see a room in every state, everybody else only while it is open. A closed room is read-only. */
export const roomState = z.enum(ROOM_STATES);

/** Managers own the root folder of a room for every policy, editors collaborate on it. */
export const staffRole = z.enum(['manager', 'editor']);

/** A domain of email addresses, in ASCII form. Subdomains are domains of their own. */
export const emailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253, 'Enter a domain such as example.com')
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/,
    'Enter a domain such as example.com',
  );

/** A name for the staff alone, which tells rooms apart. */
export const codeName = z
  .string()
  .trim()
  .max(MAX_CODE_NAME_LENGTH, `Use at most ${MAX_CODE_NAME_LENGTH} characters`)
  .regex(/^\P{Cc}*$/u, 'Use no control characters')
  .nullable();
