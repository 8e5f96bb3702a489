import { z } from 'zod';
import type { Database } from '../../open-database.ts';
import type { PendingAuditRow } from '../pending-audit-row.ts';
import { withRoom } from './room-detail.ts';
import { findRooms, PLACED_KINDS, type PlacedObject } from './room-places.ts';

/** A pending entry whose room is known. */
export interface PlacedAuditRow extends PendingAuditRow {
  readonly room_id: number | null;
}

/**
 * Details that place events: the room of a request, the folder of a question or a webhook, the files of an archive, and where
 * something was moved from.
 */
const placingDetails = z.object({
  roomId: z.int().positive().optional().catch(undefined),
  folderId: z.int().positive().optional().catch(undefined),
  fileIds: z.array(z.int().positive()).optional().catch(undefined),
  from: z.int().positive().optional().catch(undefined),
});

/** Adds to entries the rooms of what they are about, as they are at the end of the transaction. */
export async function placeInRooms(
  db: Database,
  entries: readonly PendingAuditRow[],
): Promise<readonly PlacedAuditRow[]> {
  const objects = entries.map(listObjects);
  const origins = entries.map(findOrigin);
  const roomOf = await findRooms(db, [...objects.flat(), ...origins.flatMap((origin) => origin ?? [])]);
  return entries.map((entry, at) => {
    const rooms = new Set(objects[at]?.map(roomOf));
    const [roomId = null] = rooms;
    const origin = origins[at];
    const room_id = rooms.size === 1 ? (roomId ?? (origin ? roomOf(origin) : null)) : null;
    return { ...entry, room_id, details: withRoom(entry.details, room_id) };
  });
}

/** Lists the objects that must all lie in one room, so that the event belongs to it. */
function listObjects(entry: PendingAuditRow): PlacedObject[] {
  const { action, object_kind, object_id, actor_kind, actor_id } = entry;
  // The same work for an object that is hidden and for one that never existed.
  if (action === 'call.refused' || object_kind === 'user' || object_kind === 'token') return [];
  const kind = PLACED_KINDS.find((each) => each === object_kind);
  // A request may have been deleted in this transaction: the event names its room.
  if (kind && kind !== 'request' && object_id !== null) return [{ kind, id: object_id }];
  const { roomId, folderId, fileIds } = readPlacing(entry);
  // Leaves out the room of a question to all folders, whose answers may come from others.
  const id = kind === 'request' ? roomId : folderId;
  if (id !== undefined) return [{ kind: 'folder', id }];
  if (action === 'file.archive') return (fileIds ?? []).map((fileId) => ({ kind: 'file', id: fileId }));
  return actor_kind === 'visitor' && actor_id !== null ? [{ kind: 'invitation', id: actor_id }] : [];
}

/** Actions after which an object can be outside of the room that it was in. Nothing moves from one room into another. */
const LEAVING: readonly string[] = ['file.move', 'folder.move', 'file.restore', 'folder.restore'];

/** Returns the folder that an object came from, so that the room which it left has the event. */
function findOrigin(entry: PendingAuditRow): PlacedObject | undefined {
  const { from } = LEAVING.includes(entry.action) ? readPlacing(entry) : {};
  return from === undefined ? undefined : { kind: 'folder', id: from };
}

const readPlacing = ({ details }: PendingAuditRow): z.infer<typeof placingDetails> =>
  details === null ? {} : (placingDetails.safeParse(JSON.parse(details)).data ?? {});
