import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import type { Reader } from '#server/authorization/readers/reader-of.ts';
import type { Database } from '#server/database/open-database.ts';
import { groupIdsOf } from '#shared/policies/actor.ts';
import type { FollowedEntries } from './followed-queries.ts';

/** The point after which changes are listed. */
export type Since =
  | { readonly instant: number }
  /** After a visit; a publication appears at its time, not at its position. */
  | { readonly position: number; readonly instant: number };

export interface ChangesFilter {
  readonly since: Since;
  /** Only changes of one root folder, up to a position. */
  readonly root?: { readonly folderId: number; readonly until: number } | undefined;
  /** Only what a reader follows. */
  readonly followed?: FollowedEntries | undefined;
  /** Leaves out what this reader has seen in the rooms themselves. */
  readonly unseenBy: Reader | undefined;
  readonly limit: number;
  readonly cursor: number | undefined;
  /** The position of the first change since then. */
  readonly first: number;
}

export const TRUE = sql<SqlBool>`1 = 1`;
export const userIdOf = ({ actor }: Requester): number => (actor.kind === 'user' ? actor.id : 0);

/** The instant of a change in a term that no index serves: an engine would collect and sort all changes since then. */
const instantOf = (table: string): RawBuilder<number> => sql<number>`(${sql.ref(`${table}.changed_at`)} + 0)`;

export const isSince = (since: Since, table: string): RawBuilder<SqlBool> =>
  'position' in since
    ? sql<SqlBool>`(${sql.ref(`${table}.position`)} > ${since.position}
        or (${sql.ref(`${table}.kind`)} = 'published' and ${instantOf(table)} > ${since.instant}))`
    : sql<SqlBool>`(${instantOf(table)} > ${since.instant})`;

/** Returns the position of the first change since then, by anybody; undefined if nothing changed. */
export async function findFirstPosition(db: Database, since: Since): Promise<number | undefined> {
  const published = sql`select min(position) as position from changes where kind = 'published' and changed_at > ${since.instant}`;
  const earliest =
    'position' in since
      ? sql`select min(position) as position from changes where position > ${since.position} union all ${published}`
      : sql`select min(position) as position from changes where changed_at > ${since.instant}`;
  const { rows } = await sql<{
    position: number | null;
  }>`select min(position) as position from (${earliest}) as earliest`.execute(db);
  return rows[0]?.position === null || !rows[0] ? undefined : Number(rows[0].position);
}

/** The conditions that do not depend on the entry: others made the change, it is due, and it is for this reader. */
export function isNews(
  requester: Requester,
  { since, root, unseenBy, cursor, first }: ChangesFilter,
): RawBuilder<SqlBool> {
  const now = requester.now();
  const seen = unseenBy
    ? sql<SqlBool>`not exists (select 1 from room_visits where reader_kind = ${unseenBy.kind} and reader_id = ${unseenBy.id}
        and room_visits.root_folder_id = changes.root_folder_id and seen_position >= changes.position
        and (changes.kind <> 'published' or last_visit_at >= changes.changed_at))`
    : TRUE;
  const ofRoot = root
    ? sql<SqlBool>`changes.root_folder_id = ${root.folderId} and changes.position <= ${root.until}`
    : TRUE;
  return sql<SqlBool>`${ofRoot} and changes.position >= ${first} and ${isSince(since, 'changes')} and ${instantOf('changes')} <= ${now} and ${seen}
    and (changes.author_id is null or changes.author_id <> ${userIdOf(requester)})
    and (changes.kind <> 'access' or changes.reader_user_id = ${userIdOf(requester)}
      or changes.reader_group_id in (${sql.join([0, ...groupIdsOf(requester.actor)])}))
    and ${cursor === undefined ? TRUE : sql`changes.position < ${cursor}`}`;
}
