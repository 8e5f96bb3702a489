import type { Insertable, Selectable } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { DraftChangesTable } from '#server/database/tables/rooms.ts';

/**
 * Lists the drafts of versions of a file that wait for no publication yet: at most one of the staff and one of each other author,
 * unless a publication was canceled.
 */
export const listPendingDrafts = (
  db: Database,
  fileId: number,
): Promise<Pick<Selectable<DraftChangesTable>, 'id' | 'version' | 'author_id'>[]> =>
  db
    .selectFrom('draft_changes')
    .select(['id', 'version', 'author_id'])
    .where('kind', '=', 'version')
    .where('entry_kind', '=', 'file')
    .where('entry_id', '=', fileId)
    .where('publication_id', 'is', null)
    .limit(100)
    .execute();

export async function removeDraftChange(db: Database, id: number): Promise<void> {
  await db.deleteFrom('draft_changes').where('id', '=', id).execute();
}

export async function insertDraftChange(db: Database, draft: Insertable<DraftChangesTable>): Promise<void> {
  await db.insertInto('draft_changes').values(draft).execute();
}

export async function countDraftVersions(db: Database, roomId: number): Promise<number> {
  const { count } = await db
    .selectFrom('draft_changes')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('room_id', '=', roomId)
    .where('kind', '=', 'version')
    .executeTakeFirstOrThrow();
  return Number(count);
}
