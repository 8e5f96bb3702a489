import { z } from 'zod';
import { RECEIPT_KINDS } from '../../domain/evidence/receipts.ts';
import type { Endpoint } from '../endpoint.ts';
import { id, idParams, instant, pageQuery } from '../fields/base-fields.ts';

const roomReceipt = z.object({
  id,
  kind: z.enum(RECEIPT_KINDS),
  /** The address of the visitor. */
  recipient: z.string(),
  createdAt: instant,
  /** The entries of the audit log at that instant. */
  logEntries: id,
  filesVisible: z.int(),
  /** Absent where the room names no person who reads in it. */
  filesOpened: z.int().optional(),
});
export type RoomReceipt = z.infer<typeof roomReceipt>;

export const listRoomReceipts = {
  method: 'GET',
  path: '/api/rooms/:id/receipts',
  summary:
    'The receipts of visitors who have access to this room and nothing else, newest first; for its managers',
  caller: 'user',
  params: idParams,
  query: z.strictObject(pageQuery),
  result: z.array(roomReceipt),
} as const satisfies Endpoint;
