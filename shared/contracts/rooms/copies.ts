import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { id, idParams, instant } from '../fields/base-fields.ts';

/** The maximum entries that one call names; folders bring what is in them. */
const MAX_COPIED_ENTRIES = 1_000;

const entry = z.strictObject({ kind: z.enum(['folder', 'file']), id });
export type CopiedEntry = z.infer<typeof entry>;

const isDistinct = (entries: readonly CopiedEntry[]): boolean =>
  new Set(entries.map(({ kind, id }) => `${kind} ${id}`)).size === entries.length;

const copy = z.object({
  id,
  /** The room that the entries come from. */
  roomId: id,
  /** The folder that they are copied into. */
  folderId: id,
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  error: z.string().nullable(),
  /** The number of created folders; `null` until it is done. */
  folders: z.int().nullable(),
  files: z.int().nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
});
export type RoomCopy = z.infer<typeof copy>;

export const createRoomCopy = {
  method: 'POST',
  path: '/api/rooms/:id/copies',
  summary:
    'Copy folders and files of a room, in their current version, into a folder of another room: all of them or none; a job. For managers of both rooms',
  caller: 'user',
  params: idParams,
  body: z.strictObject({
    entries: z
      .array(entry)
      .min(1, 'Select at least one entry')
      .max(MAX_COPIED_ENTRIES, `Select at most ${MAX_COPIED_ENTRIES} entries`)
      .refine(isDistinct, 'Name each entry once'),
    folderId: id,
  }),
  result: copy,
  status: 202,
} as const satisfies Endpoint;

export const getRoomCopy = {
  method: 'GET',
  path: '/api/copies/:id',
  summary: 'The state of a copy between rooms; for its creator',
  caller: 'user',
  params: idParams,
  result: copy,
} as const satisfies Endpoint;
