import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { id, idParams, idText, instant, pageQuery, success } from '../fields/base-fields.ts';

const MIN_PART_BYTES = 10_000_000;

const archive = z.object({
  id,
  roomId: id,
  /** `null` for the whole room. */
  groupId: id.nullable(),
  groupName: z.string().nullable(),
  format: z.literal('zip'),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** From 0 to 1. */
  progress: z.number(),
  error: z.string().nullable(),
  requestedBy: z.string(),
  createdAt: instant,
  finishedAt: instant.nullable(),
  /** The bytes are removed then; in 9999 for the archive that an archived room keeps. */
  expiresAt: instant,
  documents: z.int().nullable(),
  /** The documents of which it contains only the name and why; its index names them. */
  leftOut: z.int().nullable(),
  /**
   * The documents whose original bytes it lacks, those left out included; `null` until it is done, and if an earlier version
   * made it.
   */
  withoutOriginal: z.int().nullable(),
  /** In bytes. */
  size: z.int().nullable(),
  /** The size of each part but the last; `null` for an archive in one part. */
  splitBytes: z.int().nullable(),
  /** `null` until it is done. */
  parts: z.int().nullable(),
  manifestHash: z.string().nullable(),
  keyId: z.string().nullable(),
  verification: z.enum(['waiting', 'valid', 'invalid']).nullable(),
  /** The problem that the last verification found. */
  problem: z.string().nullable(),
  verifiedAt: instant.nullable(),
});
export type RoomArchive = z.infer<typeof archive>;

export const createRoomArchive = {
  method: 'POST',
  path: '/api/rooms/:id/archives',
  summary:
    'Create a signed archive of a room, or of what one of its groups sees, that can be read and searched without a server; a job. For managers',
  caller: 'user',
  params: idParams,
  body: z.strictObject({
    scope: z.union([z.literal('room'), id]),
    format: z.literal('zip'),
    /** Joined in their order, the parts are the archive. */
    splitBytes: z.int().min(MIN_PART_BYTES, 'The part size must be at least 10 MB.').optional(),
  }),
  result: archive,
  status: 202,
} as const satisfies Endpoint;

export const listRoomArchives = {
  method: 'GET',
  path: '/api/rooms/:id/archives',
  summary: 'The archives of a room, newest first; for its managers',
  caller: 'user',
  params: idParams,
  query: z.strictObject(pageQuery),
  result: z.array(archive),
} as const satisfies Endpoint;

export const downloadRoomArchive = {
  method: 'GET',
  path: '/api/archives/:id/download',
  summary:
    'The bytes of an archive of a room, or of one of its parts; accepts Range. The download is recorded. For managers, and visitors of a link that hands it over',
  caller: 'actor',
  tokenScope: 'read',
  hasSideEffects: true,
  params: idParams,
  /** From 1; all parts by default. */
  query: z.strictObject({ part: idText.optional() }),
  result: 'bytes',
} as const satisfies Endpoint;

export const verifyRoomArchive = {
  method: 'POST',
  path: '/api/archives/:id/verify',
  summary: 'Read an archive back and compare it with its signed manifest; a job. For managers',
  caller: 'user',
  params: idParams,
  result: archive,
  status: 202,
} as const satisfies Endpoint;

export const deleteRoomArchive = {
  method: 'DELETE',
  path: '/api/archives/:id',
  summary: 'Delete an archive of a room; its bytes are removed a day later. For managers',
  caller: 'user',
  params: idParams,
  result: success,
} as const satisfies Endpoint;
