import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { prepareQuery } from '#server/database/prepared/prepare-query.ts';
import type { PublicationsTable } from '#server/database/tables/rooms.ts';
import { type DraftsOf, draftFiles, draftFolders, pendingChanges } from './pending-draft-queries.ts';

export type PublicationRow = Selectable<PublicationsTable>;

const CANCELED_PER_STATEMENT = 100;

export function insertPublication(
  db: Database,
  publication: Insertable<PublicationsTable>,
): Promise<PublicationRow> {
  return db.insertInto('publications').values(publication).returningAll().executeTakeFirstOrThrow();
}

/** Gives new folders and files the instant of the publication: those that wait for it, or all or some of those that wait for none. */
export async function setPublished(
  db: Database,
  { id, room_id: roomId, publish_at: publishAt }: Pick<PublicationRow, 'id' | 'room_id' | 'publish_at'>,
  waiting: DraftsOf,
): Promise<void> {
  const selected = pendingChanges(roomId, waiting);
  for (const [table, drafts] of [
    ['files', draftFiles(waiting)],
    ['folders', draftFolders(waiting)],
  ] as const)
    await sql`with recursive ${selected} update ${sql.table(table)} set published_at = ${publishAt}, publication_id = ${id}
      where id in (select id from ${drafts})`.execute(db);
}

/** Has all drafts of a room that wait for none, or some of them, wait for a publication. */
export async function assignDrafts(
  db: Database,
  { id, room_id: roomId }: Pick<PublicationRow, 'id' | 'room_id'>,
  drafts: DraftsOf,
): Promise<void> {
  const selected = pendingChanges(roomId, drafts);
  await sql`with recursive ${selected} update draft_changes set publication_id = ${id}
    where id in (select id from pending)`.execute(db);
  for (const [table, entries] of [
    ['files', draftFiles(drafts)],
    ['folders', draftFolders(drafts)],
  ] as const)
    await sql`with recursive ${selected} update ${sql.table(table)} set publication_id = ${id}
      where id in (select id from ${entries})`.execute(db);
}

/** Makes the content of a publication drafts again. */
export async function setUnpublished(db: Database, id: number, now: number): Promise<void> {
  for (const table of ['files', 'folders'] as const)
    await db
      .updateTable(table)
      .set({ published_at: null, publication_id: null })
      .where('publication_id', '=', id)
      .where((where) => where.or([where('published_at', 'is', null), where('published_at', '<>', 0)]))
      .execute();
  await releaseChanges(db, id);
  await db.updateTable('publications').set({ cancelled_at: now }).where('id', '=', id).execute();
}

/** Makes the moves, levels and versions of a publication drafts again, except where the same is drafted anew. */
async function releaseChanges(db: Database, id: number): Promise<void> {
  await sql`delete from draft_changes where publication_id = ${id} and kind <> 'version' and exists (
    select 1 from draft_changes newer where newer.publication_id is null and newer.kind = draft_changes.kind
      and newer.entry_kind = draft_changes.entry_kind and newer.entry_id = draft_changes.entry_id
      and coalesce(newer.group_id, 0) = coalesce(draft_changes.group_id, 0))`.execute(db);
  await db
    .updateTable('draft_changes')
    .set({ publication_id: null })
    .where('publication_id', '=', id)
    .execute();
}

export async function removeChangesOf(db: Database, id: number): Promise<void> {
  await db.deleteFrom('draft_changes').where('publication_id', '=', id).execute();
}

export async function setPublication(
  db: Database,
  id: number,
  changes: Partial<
    Pick<
      PublicationRow,
      | 'state'
      | 'state_hash'
      | 'publish_at'
      | 'decided_by_id'
      | 'decided_at'
      | 'reason'
      | 'difference'
      | 'cancelled_at'
    >
  >,
): Promise<void> {
  await db.updateTable('publications').set(changes).where('id', '=', id).execute();
}

export const findRoomName = async (db: Database, id: number): Promise<string> =>
  (await db.selectFrom('folders').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name;

/** Lists the ids of publications whose time has come and whose moves, levels or approval have to be applied, oldest first; at most one. */
export const listDuePublications = (
  db: Database,
  now: number,
  except: readonly number[],
): Promise<{ id: number }[]> =>
  except.length === 0
    ? selectFirstDue(db, { now })
    : duePublications(db, { now }).where('id', 'not in', except).execute();

const duePublications = (db: Database, { now }: { now: number }) =>
  db
    .selectFrom('publications')
    .select('id')
    .where('state', '=', 'scheduled')
    .where('publish_at', '<=', now)
    .where('cancelled_at', 'is', null)
    .orderBy('publish_at')
    .orderBy('id')
    .limit(1);

/** Every request that reads rooms runs it. */
const selectFirstDue = prepareQuery(duePublications);

/** Lists publications that a node of an earlier version canceled, which knows no state; a few, the others later. */
export const listCanceledByEarlierVersions = (
  db: Database,
  roomId?: number,
): Promise<Pick<PublicationRow, 'id' | 'cancelled_at'>[]> =>
  db
    .selectFrom('publications')
    .select(['id', 'cancelled_at'])
    .where('state', 'in', ['requested', 'scheduled'])
    .where('cancelled_at', 'is not', null)
    .$if(roomId !== undefined, (query) => query.where('room_id', '=', roomId ?? 0))
    .limit(CANCELED_PER_STATEMENT)
    .execute();

/** Lists the publications that were requested or approved and wait, in all rooms; one more than `limit`. */
export const listApprovals = (db: Database, after: number, limit: number): Promise<PublicationRow[]> =>
  db
    .selectFrom('publications')
    .selectAll()
    .where('state', 'in', ['requested', 'scheduled'])
    .where('state_hash', 'is not', null)
    .where('cancelled_at', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

export const findPublication = (db: Database, id: number): Promise<PublicationRow | undefined> =>
  db
    .selectFrom('publications')
    .selectAll()
    .where('id', '=', id)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst();

const listed = (db: Database) =>
  db
    .selectFrom('publications')
    .innerJoin('users as creators', 'creators.id', 'publications.creator_id')
    .leftJoin('users as deciders', 'deciders.id', 'publications.decided_by_id')
    .leftJoin('publication_approvers', 'publication_approvers.publication_id', 'publications.id')
    .leftJoin('group_members as approvers', 'approvers.id', 'publication_approvers.member_id')
    .selectAll('publications')
    .select([
      'creators.username as requested_by',
      'deciders.username as decided_by',
      'approvers.email as approver',
    ]);

export type ListedPublication = Awaited<ReturnType<typeof findListedPublication>>;

export const findListedPublication = (db: Database, id: number) =>
  listed(db).where('publications.id', '=', id).executeTakeFirstOrThrow();

/** Lists the publications of a room that were not canceled by hand, newest first; one more than `limit`. */
export const listPublicationRows = (
  db: Database,
  roomId: number,
  { limit, cursor }: { limit: number; cursor: number | undefined },
): Promise<ListedPublication[]> =>
  listed(db)
    .where('publications.room_id', '=', roomId)
    .where((where) =>
      where.or([where('cancelled_at', 'is', null), where('publications.state', 'in', ['declined', 'void'])]),
    )
    .$if(cursor !== undefined, (query) => query.where('publications.id', '<', cursor ?? 0))
    .orderBy('publications.id', 'desc')
    .limit(limit + 1)
    .execute();
