import { type Selectable, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { TreeHeadAnchorsTable } from '#server/database/tables/evidence.ts';
import { ANCHOR_KINDS, type AnchorKind } from '#shared/domain/evidence/anchors.ts';

export type AnchorRow = Selectable<TreeHeadAnchorsTable>;

/** Lists anchors, newest first. */
export const listAnchorRows = (db: Database, limit: number): Promise<AnchorRow[]> =>
  db.selectFrom('tree_head_anchors').selectAll().orderBy('id', 'desc').limit(limit).execute();

export const findAnchor = (db: Database, id: number): Promise<AnchorRow | undefined> =>
  db.selectFrom('tree_head_anchors').selectAll().where('id', '=', id).executeTakeFirst();

/** Finds the last successful anchor of a kind. */
export const findLastAnchor = (db: Database, kind: AnchorKind): Promise<AnchorRow | undefined> =>
  db
    .selectFrom('tree_head_anchors')
    .selectAll()
    .where('kind', '=', kind)
    .where('anchored_at', 'is not', null)
    .orderBy('tree_size', 'desc')
    .limit(1)
    .executeTakeFirst();

/**
 * Lists for each kind its last two attempts, newest first: a failure is replaced by the next attempt, so that the second one
 * succeeded.
 */
export async function listLastAttempts(
  db: Database,
): Promise<Pick<AnchorRow, 'kind' | 'tree_size' | 'anchored_at' | 'checked_at' | 'last_error'>[]> {
  const attempts = ANCHOR_KINDS.map(
    (kind) => sql`select * from (
      select kind, tree_size, anchored_at, checked_at, last_error from tree_head_anchors where kind = ${kind}
        order by tree_size desc limit 2) of_kind`,
  );
  const { rows } = await sql<AnchorRow>`${sql.join(attempts, sql` union all `)}`.execute(db);
  return rows.sort((first, second) => second.tree_size - first.tree_size);
}

/** Stores an attempt. A failure before it is replaced, so that one of each kind is kept; a success never is. */
export async function insertAnchor(
  db: Database,
  anchor: Pick<AnchorRow, 'kind' | 'tree_size' | 'checked_at'> &
    Partial<Pick<AnchorRow, 'token' | 'anchored_at' | 'last_error'>>,
): Promise<void> {
  await db
    .deleteFrom('tree_head_anchors')
    .where('kind', '=', anchor.kind)
    .where('anchored_at', 'is', null)
    .execute();
  await db
    .insertInto('tree_head_anchors')
    .values(anchor)
    .onConflict((conflict) => conflict.columns(['kind', 'tree_size']).doNothing())
    .execute();
}

/** Finds the newest time stamp of a head of at most so many entries. */
export const findNewestToken = (db: Database, treeSize: number): Promise<AnchorRow | undefined> =>
  db
    .selectFrom('tree_head_anchors')
    .selectAll()
    .where('kind', '=', 'rfc3161')
    .where('token', 'is not', null)
    .where('tree_size', '<=', treeSize)
    .orderBy('tree_size', 'desc')
    .limit(1)
    .executeTakeFirst();
