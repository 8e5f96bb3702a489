import { z } from 'zod';
import { emailOf } from './account-fields.ts';

/** Takes addresses at `localhost` too: the first administrator has one until somebody changes it. */
export const localEmailOf = (invalid: string) =>
  z.union([emailOf(invalid), z.string().regex(/^[\w.+-]{1,64}@localhost$/, invalid)], { error: invalid });
