import { z } from 'zod';

/** Returns the text that the signature of an acceptance covers. Part of stored data and of docs/using/evidence.md. */
export const acceptanceText = (statement: string): string => `muniment-terms-acceptance/1\n${statement}`;

/** Describes a statement that the server made. */
export const acceptanceStatement = z.object({
  installation: z.string(),
  terms: z.string(),
  version: z.int(),
  textSha256: z.string(),
  /** The accepted document, of whose bytes this is the hash; absent for a text. */
  document: z.object({ name: z.string(), sha256: z.string() }).optional(),
  recipient: z.string(),
  verifiedBy: z.enum(['none', 'code']),
  typedName: z.string().nullable(),
  acceptedAt: z.string(),
  address: z.string(),
});
export type AcceptanceStatement = z.infer<typeof acceptanceStatement>;

/** Writes JSON in ASCII, which survives every encoding of a file that contains it. */
export const toAsciiJson = (content: unknown): string =>
  JSON.stringify(content).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
