import { setImmediate } from 'node:timers/promises';
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { prepareQuery } from '#server/database/prepared/prepare-query.ts';
import type { PublicationsTable } from '#server/database/tables/rooms.ts';
import { type DraftsOf, draftFiles, draftFolders, pendingChanges } from './pending-draft-queries.ts';

export type PublicationRow = Selectable<PublicationsTable>;

const CANCELED_PER_STATEMENT = 100;
/** So few that other work runs between the statements on SQLite, which one for all of them would hold up. */
const ENTRIES_PER_STATEMENT = 250;

export function insertPublication(
  db: Database,
  publication: Insertable<PublicationsTable>,
): Promise<PublicationRow> {
  return db.insertInto('publications').values(publication).returningAll().executeTakeFirstOrThrow();
}

/** Gives new folders and files the instant of the publication: those that wait for it, or all or some of those that wait for none. */
export const setPublished = (
  db: Database,
  { id, room_id, publish_at }: Pick<PublicationRow, 'id' | 'room_id' | 'publish_at'>,
  waiting: DraftsOf,
): Promise<void> =>
  setEntries(db, { roomId: room_id, waiting }, sql`published_at = ${publish_at}, publication_id = ${id}`);

/** Has all drafts of a room that wait for none, or some of them, wait for a publication. */
export async function assignDrafts(
  db: Database,
  { id, room_id: roomId }: Pick<PublicationRow, 'id' | 'room_id'>,
  waiting: DraftsOf,
): Promise<void> {
  await sql`with recursive ${pendingChanges(roomId, waiting)} update draft_changes set publication_id = ${id}
    where id in (select id from pending)`.execute(db);
  await setEntries(db, { roomId, waiting }, sql`publication_id = ${id}`);
}

/** Repeats a statement that changes at most `ENTRIES_PER_STATEMENT` rows, which must not match it again, until there are none. */
async function changeInBatches(db: Database, statement: RawBuilder<unknown>): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await statement.execute(db);
    if (numAffectedRows < BigInt(ENTRIES_PER_STATEMENT)) return;
    await setImmediate();
  }
}

/** Changes new folders and files, which then are no drafts that wait for the same any more. */
async function setEntries(
  db: Database,
  { roomId, waiting }: { roomId: number; waiting: DraftsOf },
  changes: RawBuilder<unknown>,
): Promise<void> {
  for (const [table, drafts] of [
    ['files', draftFiles(waiting)],
    ['folders', draftFolders(waiting)],
  ] as const)
    await changeInBatches(
      db,
      sql`with recursive ${pendingChanges(roomId, waiting)} update ${sql.table(table)} set ${changes}
        where id in (select id from ${drafts} limit ${ENTRIES_PER_STATEMENT})`,
    );
}

/** Makes the content of a publication drafts again. */
export async function setUnpublished(db: Database, id: number, now: number): Promise<void> {
  for (const table of ['files', 'folders'] as const)
    await changeInBatches(
      db,
      sql`update ${sql.table(table)} set published_at = null, publication_id = null where id in (
        select id from ${sql.table(table)} where publication_id = ${id} and (published_at is null or published_at <> 0)
        limit ${ENTRIES_PER_STATEMENT})`,
    );
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
  changes: Partial<Omit<PublicationRow, 'id' | 'room_id' | 'creator_id'>>,
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
export const listToCompare = (db: Database, after: number, limit: number): Promise<PublicationRow[]> =>
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
