import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { id, idParams, instant } from '../fields/base-fields.ts';
import { roomState } from './room-fields.ts';

const count = z.int().nonnegative();

const closing = z.object({
  state: roomState,
  /** Unfinished work, which stays so in a closed room. */
  unfinished: z.object({
    drafts: count,
    scheduled: count,
    /** Drafts of moves, levels and versions, also of those that are scheduled. */
    changes: count,
    /** Publications that await an approval. */
    publications: count,
    uploads: count,
    imports: count,
    copies: count,
    archives: count,
    scans: count,
    requests: count,
  }),
  /** People and links whose access ends with the room. */
  ends: z.object({ members: count, invitations: count, links: count, collaborators: count }),
  evidence: z.object({
    certificates: count,
    receipts: count,
    /** Counts those of them that were not mailed to their holders, who can download them. */
    unsentReceipts: count,
    /** The latest archive of the whole room that was requested after it was closed. */
    archive: z
      .object({
        id,
        state: z.enum(['waiting', 'running', 'done', 'failed']),
        createdAt: instant,
        verification: z.enum(['waiting', 'valid', 'invalid']).nullable(),
        verifiedAt: instant.nullable(),
      })
      .nullable(),
  }),
  /** The effect of a date for the removal of the content. */
  removal: z.object({
    /** A verified archive of the whole room has the originals of all documents, without which nothing is removed. */
    isArchived: z.boolean(),
    /** The documents whose originals the latest verified archive lacks; `null` without one, and if that is not known. */
    withoutOriginal: count.nullable(),
    /** Content is withheld because of a virus scan: no removal begins. */
    isWithheld: z.boolean(),
    /** Part of the content may be gone already, and the room keeps an archive of it. */
    hasBegun: z.boolean(),
    /** Content that no archive has: earlier versions and drafts of versions, and files in the trash. */
    versions: count,
    trash: count,
  }),
  /** A verified archive of the whole closed room exists, and the caller may archive the room with it. */
  mayArchive: z.boolean(),
});
export type Closing = z.infer<typeof closing>;

export const getClosing = {
  method: 'GET',
  path: '/api/rooms/:id/closing',
  summary:
    'The checklist for the end of a room: what is unfinished, whose access ends, and the evidence that was made; for its managers',
  caller: 'user',
  params: idParams,
  result: closing,
} as const satisfies Endpoint;
