import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { id, idText, instant, pageQuery, success } from '../fields/base-fields.ts';

const position = z.int().nonnegative();

export const change = z.object({
  position: z.int().positive(),
  kind: z.enum(['new', 'replaced', 'withdrawn', 'moved', 'renamed', 'access']),
  entry: z.object({
    kind: z.enum(['folder', 'file']),
    id,
    name: z.string(),
    /** The folder in which the caller sees the entry; `null` in the root. */
    folderId: id.nullable(),
  }),
  /**
   * By kind: the name before, the name of the folder before, or the number of the version before; `null` for what the caller may
   * not know.
   */
  from: z.string().nullable(),
  to: z.string().nullable(),
  changedAt: instant,
});
export type Change = z.infer<typeof change>;

export const listChanges = {
  method: 'GET',
  path: '/api/changes',
  summary:
    'What others changed in the folders that the caller sees, newest first: since the last visit or an instant; with the access of this moment',
  caller: 'actor',
  query: z.strictObject({
    since: z.union([z.literal('visit'), instant], { error: 'Must be visit or an instant' }).default('visit'),
    /** Only this folder and what is in it. */
    folderId: idText.optional(),
    ...pageQuery,
  }),
  result: z.array(change),
} as const satisfies Endpoint;

export const markChangesSeen = {
  method: 'POST',
  path: '/api/changes/seen',
  summary: 'Mark the changes up to a position as seen, of the room of one folder or of all',
  caller: 'actor',
  body: z.strictObject({ folderId: id.optional(), position }),
  result: success,
} as const satisfies Endpoint;
