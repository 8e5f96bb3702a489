import { type Expression, type SqlBool, sql } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { isEntryOfExcludedRoom } from '#server/authorization/grants/excluded-entries.ts';
import type { AuditRow } from '#server/database/audit/audit-chain.ts';
import { listKeyIdsOfName } from '#server/database/audit/persons/person-keys.ts';
import type { Database } from '#server/database/open-database.ts';
import type { AuditFilters } from '#shared/contracts/audit.ts';
import { ID_TEXT } from '#shared/domain/id-text.ts';
import type { Actor } from '#shared/policies/actor.ts';

/** The log, and the keys that name the people in it. */
type LogReader = Pick<Context, 'db' | 'signingKeys'>;

export type EntryRow = AuditRow & {
  /** About the contents of a room that excludes the administrator who asks. */
  readonly isExcluded: 0 | 1;
};

/** Finds the ids of accounts, deleted ones included, with this id, username or e-mail address. */
async function listUserIds(db: Database, actor: string): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where((where) =>
      where.or([
        where('username', '=', actor),
        where('email', '=', actor),
        ...(ID_TEXT.test(actor) ? [where('id', '=', Number(actor))] : []),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Builds the condition on `audit_log` from the filters. */
async function filterCondition(
  { db, signingKeys }: LogReader,
  filters: AuditFilters,
): Promise<Expression<SqlBool>> {
  const { actor, action, objectKind, objectId, roomId, result, from, to } = filters;
  const conditions: Expression<SqlBool>[] = [sql<SqlBool>`1 = 1`];
  if (actor !== undefined) {
    const ids = await listUserIds(db, actor);
    const keyIds = await listKeyIdsOfName(db, { signingKeys }, actor);
    const byKey = keyIds.length > 0 ? sql`actor_key_id in (${sql.join(keyIds)})` : sql`1 = 0`;
    // Match recorded names too: users are renamed, and invitations are deleted. Rows of earlier versions name no key.
    const byId = ids.length > 0 ? sql`actor_kind = 'user' and actor_id in (${sql.join(ids)})` : sql`1 = 0`;
    conditions.push(
      sql<SqlBool>`((actor_name = ${actor} and actor_key_id is null) or ${byKey} or (${byId}))`,
    );
  }
  if (action !== undefined) conditions.push(sql<SqlBool>`action = ${action}`);
  if (objectKind !== undefined) conditions.push(sql<SqlBool>`object_kind = ${objectKind}`);
  if (objectId !== undefined) conditions.push(sql<SqlBool>`object_id = ${objectId}`);
  if (roomId !== undefined) conditions.push(sql<SqlBool>`room_id = ${roomId}`);
  if (result !== undefined) conditions.push(sql<SqlBool>`result = ${result}`);
  if (from !== undefined) conditions.push(sql<SqlBool>`occurred_at >= ${Date.parse(from)}`);
  if (to !== undefined) conditions.push(sql<SqlBool>`occurred_at < ${Date.parse(to)}`);
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

/** Lists rows newest first; returns one more than `limit`. */
export async function listEntries(
  reader: LogReader,
  filters: AuditFilters,
  { limit, before, actor }: { limit: number; before: number | undefined; actor: Actor },
): Promise<EntryRow[]> {
  return (
    reader.db
      .selectFrom('audit_log')
      .selectAll()
      .where('removed_by', 'is', null)
      .select(sql<0 | 1>`case when ${isEntryOfExcludedRoom(actor)} then 1 else 0 end`.as('isExcluded'))
      .where(await filterCondition(reader, filters))
      // A room whose entries are hidden would be named by the filter.
      .$if(filters.roomId !== undefined, (query) =>
        query.where((where) => where.not(isEntryOfExcludedRoom(actor))),
      )
      .$if(before !== undefined, (query) => query.where('position', '<', before ?? 0))
      .orderBy('position', 'desc')
      .limit(limit + 1)
      .execute()
  );
}

/** Lists rows oldest first, after one position and up to another. */
export async function listEntriesAfter(
  reader: LogReader,
  filters: AuditFilters,
  { limit, after, upTo }: { limit: number; after: number; upTo: number },
): Promise<AuditRow[]> {
  return reader.db
    .selectFrom('audit_log')
    .selectAll()
    .where(await filterCondition(reader, filters))
    .where('position', '>', after)
    .where('position', '<=', upTo)
    .orderBy('position')
    .limit(limit)
    .execute();
}

export async function findLastPosition(db: Database): Promise<number> {
  return (await db.selectFrom('audit_head').select('position').executeTakeFirstOrThrow()).position;
}
