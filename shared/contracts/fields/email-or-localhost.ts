import { z } from 'zod';
import { emailField } from './account-fields.ts';

/** Accepts addresses at `localhost` too: the first administrator has one until somebody changes it. */
export const emailOrLocalhostField = (invalid: string) =>
  z.union([emailField(invalid), z.string().regex(/^[\w.+-]{1,64}@localhost$/, invalid)], { error: invalid });
