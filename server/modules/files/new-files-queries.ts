import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import { ACCESS_LEVEL_ORDER } from '#server/authorization/access-level-order.ts';
import { readerOf } from '#server/authorization/readers/reader-of.ts';
import { type Database, isPostgres } from '#server/database/open-database.ts';
import { prepareQuery } from '#server/database/prepared/prepare-query.ts';
import type { FoundFiles } from './list-queries.ts';

/**
 * Finds those of the files that others added or published since the last visit of the actor, in one statement. What was there
 * before the first visit is not new. Staff saw a file when it was added, not when it was published.
 */
export async function findNewFiles(
  db: Database,
  requester: Requester,
  { files, hasVisits }: Pick<FoundFiles, 'files' | 'hasVisits'>,
): Promise<ReadonlySet<number>> {
  const reader = readerOf(requester.actor);
  if (!reader || files.length === 0) return new Set();
  if (!(hasVisits ?? (await selectAnyVisit(db, reader)).length > 0)) return new Set();
  const ids = files.map(({ id }) => id).join(',');
  const rows = await selectChanges(db, {
    ...reader,
    ids: isPostgres(db) ? `{${ids}}` : `[${ids}]`,
    userId: reader.kind === 'user' ? reader.id : 0,
    at: requester.now(),
  });
  const levelOf = new Map(files.map(({ id, accessLevel }) => [id, accessLevel]));
  const isStaff = (id: number) => (levelOf.get(id) ?? 0) >= ACCESS_LEVEL_ORDER.collaborator;
  return new Set(rows.flatMap(({ id, kind }) => (kind === 'published' && isStaff(id) ? [] : id)));
}

export interface Reader {
  readonly kind: string;
  readonly id: number;
}

const visitsOf = ({ kind, id }: Reader) => sql`room_visits where reader_kind = ${kind} and reader_id = ${id}`;

const selectAnyVisit = prepareQuery(
  (_, reader: Reader) => sql<{ any: number }>`select 1 as "any" from ${visitsOf(reader)} limit 1`,
);

/** Tells whether somebody has visited anything: only then can a file be new to them. */
export const isReaderKnown = (reader: Reader): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select 1 from ${visitsOf(reader)})`;

interface ListedSince extends Reader {
  /** The ids of the files as one value: a statement with a thousand parameters is prepared at each run. */
  readonly ids: string;
  readonly userId: number;
  readonly at: number;
}

const selectChanges = prepareQuery((db, since: ListedSince) => {
  const visits = visitsOf(since);
  const ofRoot = sql`root_folder_id in (0, changes.root_folder_id)`;
  const isListed = isPostgres(db)
    ? sql`entry_id = any(cast(${since.ids} as bigint[]))`
    : sql`entry_id in (select value from json_each(${since.ids}))`;
  return sql<{ id: number; kind: 'new' | 'published' }>`
    select entry_id as id, kind from changes
    where entry_kind = 'file' and ${isListed}
      and kind in ('new', 'published') and changed_at <= ${since.at}
      and (author_id is null or author_id <> ${since.userId})
      and (position > (select min(seen_position) from ${visits})
        or (kind = 'published' and changed_at > (select min(last_visit_at) from ${visits})))
      and exists (select 1 from ${visits} and ${ofRoot})
      and not exists (select 1 from ${visits} and ${ofRoot} and seen_position >= changes.position
        and (changes.kind <> 'published' or last_visit_at >= changes.changed_at))`;
});
