import type { Insertable, Selectable } from 'kysely';
import { leafOfRow } from '#server/database/audit/audit-tree.ts';
import type { NodePlace, TreeNode } from '#server/database/audit/merkle-tree.ts';
import type { Database } from '#server/database/open-database.ts';
import type { AuditHeadTable } from '#server/database/tables/audit-log.ts';
import type { SignedTreeHeadsTable, SigningKeysTable } from '#server/database/tables/evidence.ts';

export type AuditHeadRow = Selectable<AuditHeadTable>;
export type SigningKeyRow = Selectable<SigningKeysTable>;
export type TreeHeadRow = Selectable<SignedTreeHeadsTable>;

export const findAuditHead = (db: Database): Promise<AuditHeadRow> =>
  db.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow();

/** Finds the key in use. */
export const findSigningKey = (db: Database): Promise<SigningKeyRow | undefined> =>
  db
    .selectFrom('signing_keys')
    .selectAll()
    .where('valid_until_at', 'is', null)
    .orderBy('valid_from_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Lists all keys, oldest first. An administrator adds one by hand, so there are few. */
export const listSigningKeyRows = (db: Database): Promise<SigningKeyRow[]> =>
  db.selectFrom('signing_keys').selectAll().orderBy('valid_from_at').orderBy('valid_until_at').execute();

export async function insertSigningKey(db: Database, key: Insertable<SigningKeysTable>): Promise<void> {
  await db.insertInto('signing_keys').values(key).execute();
}

export async function setSigningKeyEnd(db: Database, id: string, at: number): Promise<void> {
  await db.updateTable('signing_keys').set({ valid_until_at: at }).where('id', '=', id).execute();
}

export const findTreeHead = (db: Database, treeSize: number): Promise<TreeHeadRow | undefined> =>
  db.selectFrom('signed_tree_heads').selectAll().where('tree_size', '=', treeSize).executeTakeFirst();

export const findNewestTreeHead = (db: Database): Promise<TreeHeadRow | undefined> =>
  db.selectFrom('signed_tree_heads').selectAll().orderBy('tree_size', 'desc').limit(1).executeTakeFirst();

export async function insertTreeHead(db: Database, head: TreeHeadRow): Promise<void> {
  await db
    .insertInto('signed_tree_heads')
    .values(head)
    .onConflict((conflict) => conflict.column('tree_size').doNothing())
    .execute();
}

export const findRowHash = (
  db: Database,
  position: number,
): Promise<{ position: number; hash: string } | undefined> =>
  db.selectFrom('audit_log').select(['position', 'hash']).where('position', '=', position).executeTakeFirst();

/** Reads nodes of the tree in at most two queries: leaves come from the rows. */
export async function listTreeNodes(db: Database, places: readonly NodePlace[]): Promise<TreeNode[]> {
  const leaves = places.filter(({ level }) => level === 0);
  const inner = places.filter(({ level }) => level > 0);
  const rows =
    leaves.length === 0
      ? []
      : await db
          .selectFrom('audit_log')
          .select(['position', 'hash'])
          .where(
            'position',
            'in',
            leaves.map(({ index }) => index + 1),
          )
          .execute();
  const nodes =
    inner.length === 0
      ? []
      : await db
          .selectFrom('audit_tree_nodes')
          .selectAll()
          .where((where) =>
            where.or(
              inner.map(({ level, index }) =>
                where.and([where('level', '=', level), where('node_index', '=', index)]),
              ),
            ),
          )
          .execute();
  return [
    ...rows.map((row) => ({ level: 0, index: row.position - 1, hash: leafOfRow(row) })),
    ...nodes.map(({ level, node_index, hash }) => ({ level, index: node_index, hash })),
  ];
}
