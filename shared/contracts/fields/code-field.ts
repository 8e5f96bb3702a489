import { z } from 'zod';

const ENTER_CODE = 'Enter the code.';
const MAX_CODE_LENGTH = 64;

/** Six digits of an authenticator app, or a recovery code. */
export const codeField = z.string({ error: ENTER_CODE }).trim().min(1, ENTER_CODE).max(MAX_CODE_LENGTH);
export const codeFields = z.strictObject({ code: codeField });
