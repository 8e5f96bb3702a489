import type { Context } from '#server/app/context.ts';
import { loadRoom } from '#server/authorization/groups/load-room.ts';
import { statementOf } from '#server/modules/evidence/read-receipts.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';
import type { RoomReceipt } from '#shared/contracts/rooms/receipts.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { listRoomReceiptRows, type RoomReceiptRow } from './queries.ts';

/** Lists the receipts of visitors of a room for its managers, newest first. Returns one row more than `limit`. */
export async function listRoomReceipts(
  ctx: Context,
  roomId: number,
  page: PageRequest,
): Promise<RoomReceiptRow[]> {
  const room = await loadRoom(ctx, roomId, 'evidence');
  return listRoomReceiptRows(ctx.db, room.id, page);
}

export function presentRoomReceipt(row: RoomReceiptRow): RoomReceipt {
  const { recipient, filesVisible, filesOpened } = statementOf(row);
  return {
    id: row.id,
    kind: row.kind,
    recipient,
    createdAt: isoInstant(row.created_at),
    logEntries: row.tree_size,
    filesVisible,
    filesOpened,
  };
}
