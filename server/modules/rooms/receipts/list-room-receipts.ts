import type { Context } from '#server/app/context.ts';
import { loadRoom } from '#server/authorization/groups/load-room.ts';
import { statementOf } from '#server/modules/evidence/read-receipts.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';
import type { RoomReceipt } from '#shared/contracts/rooms/receipts.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { readAnalyticsSettings } from '../analytics/settings.ts';
import { listRoomReceiptRows, type RoomReceiptRow } from './queries.ts';

interface ListedReceipt extends RoomReceiptRow {
  /** The room names no person who reads in it. */
  readonly hidePersons: boolean;
}

/** Lists the receipts of visitors of a room for its managers, newest first. Returns one row more than `limit`. */
export async function listRoomReceipts(
  ctx: Context,
  roomId: number,
  page: PageRequest,
): Promise<ListedReceipt[]> {
  const room = await loadRoom(ctx, roomId, 'evidence');
  const { hidePersons } = await readAnalyticsSettings(ctx, room.id);
  const rows = await listRoomReceiptRows(ctx.db, room.id, page);
  return rows.map((row) => ({ ...row, hidePersons }));
}

export function presentRoomReceipt(row: ListedReceipt): RoomReceipt {
  const { recipient, filesVisible, filesOpened } = statementOf(row);
  return {
    id: row.id,
    kind: row.kind,
    recipient,
    createdAt: isoInstant(row.created_at),
    logEntries: row.tree_size,
    filesVisible,
    ...(!row.hidePersons && { filesOpened }),
  };
}
