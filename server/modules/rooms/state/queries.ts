import type { Selectable } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { Flag } from '#server/database/tables/column-types.ts';
import type { RoomsTable } from '#server/database/tables/rooms.ts';
import type { RoomState } from '#shared/domain/rooms/room-states.ts';

export const findRoomRow = (db: Database, id: number): Promise<Selectable<RoomsTable>> =>
  db.selectFrom('rooms').selectAll().where('folder_id', '=', id).executeTakeFirstOrThrow();

export async function setRoomStateRow(
  db: Database,
  id: number,
  { state, version, now }: { state: RoomState; version: number; now: number },
): Promise<void> {
  await db
    .updateTable('rooms')
    .set({
      state,
      version,
      ...(state === 'open' && { opened_at: now }),
      ...(state === 'closed' && { closed_at: now }),
    })
    .where('folder_id', '=', id)
    .execute();
}

export async function setCodeName(db: Database, id: number, codeName: string | null): Promise<void> {
  await db.updateTable('rooms').set({ code_name: codeName }).where('folder_id', '=', id).execute();
}

export async function setRoomRules(
  db: Database,
  id: number,
  rules: { allowVisitors: boolean | undefined; allowCollaborators: boolean | undefined },
): Promise<void> {
  const column = (allows: boolean | undefined): Flag | undefined =>
    allows === undefined ? undefined : allows ? 1 : 0;
  const values = {
    allows_visitors: column(rules.allowVisitors),
    allows_collaborators: column(rules.allowCollaborators),
  };
  if (Object.values(values).every((value) => value === undefined)) return;
  await db.updateTable('rooms').set(values).where('folder_id', '=', id).execute();
}
