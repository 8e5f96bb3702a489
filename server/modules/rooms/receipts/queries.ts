import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';
import type { ReceiptKind } from '#shared/domain/evidence/receipts.ts';
import { roomEntries, roomVisitors } from './room-entry-queries.ts';

export interface RoomReceiptRow {
  readonly id: number;
  readonly kind: ReceiptKind;
  readonly tree_size: number;
  readonly statement: string;
  readonly created_at: number;
}

/** Lists the receipts of visitors of this room alone, newest first; one more than `limit`. */
export async function listRoomReceiptRows(
  db: Database,
  roomId: number,
  { limit, cursor }: PageRequest,
): Promise<RoomReceiptRow[]> {
  const isBefore = cursor === undefined ? sql`` : sql`and receipts.id < ${cursor}`;
  const { rows } = await sql<RoomReceiptRow>`with recursive ${roomEntries(roomId)}, ${roomVisitors(roomId)}
    select id, kind, tree_size, statement, created_at from receipts
    where invitation_id in (select id from room_visitors) ${isBefore}
    order by id desc limit ${limit + 1}`.execute(db);
  return rows;
}
