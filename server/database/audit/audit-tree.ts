import type { Selectable } from 'kysely';
import type { Database } from '../open-database.ts';
import { prepareQuery } from '../prepared/prepare-query.ts';
import type { AuditHeadTable } from '../tables/audit-log.ts';
import { acquireLock } from '../transaction-locks.ts';
import { appendLeaves, countSubtrees, hashLeaf, type MerkleTree, type TreeNode } from './merkle-tree.ts';

type HeadRow = Selectable<AuditHeadTable>;
type LogRow = { readonly position: number; readonly hash: string };

/** Limits the rows that a transaction adds after a node of an older version appended them without the tree. */
const MAX_ROWS_AT_ONCE = 1_000;
const HASH_HEX_LENGTH = 64;

/** Returns the leaf of a row: its content is the row's hash, as 32 bytes. */
export const leafOfRow = ({ hash }: Pick<LogRow, 'hash'>): Buffer => hashLeaf(Buffer.from(hash, 'hex'));

/** Reads the tree from the head; undefined when what is stored cannot be a tree of that size. */
export function readTree({
  tree_size: size,
  tree_nodes: text,
}: Pick<HeadRow, 'tree_size' | 'tree_nodes'>): MerkleTree | undefined {
  if (text.length !== countSubtrees(size) * HASH_HEX_LENGTH || !/^[\da-f]*$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'hex');
  const subtrees = Array.from({ length: bytes.length / 32 }, (_, n) => bytes.subarray(n * 32, n * 32 + 32));
  return { size, subtrees };
}

export type TreeColumns = Pick<HeadRow, 'tree_size' | 'tree_nodes'>;

/** Has to be stored in the transaction of the rows. */
export interface GrownTree {
  readonly columns: TreeColumns;
  readonly nodes: readonly TreeNode[];
}

/**
 * Adds the rows that a transaction appends to the log to the tree, after those before them that the tree lacks. Returns what is
 * to be stored in the same transaction. A tree that does not fit the log stays as it is, so that the log can still be written:
 * the verification reports both.
 */
export async function growAuditTree(
  db: Database,
  head: HeadRow,
  rows: readonly LogRow[],
): Promise<GrownTree> {
  const unchanged = { columns: { tree_size: head.tree_size, tree_nodes: head.tree_nodes }, nodes: [] };
  const tree = readTree(head);
  if (!tree || tree.size > head.position) return unchanged;
  const missing = tree.size < head.position ? await listMissingRows(db, tree.size, head.position) : [];
  const isCaughtUp = tree.size + missing.length === head.position;
  const next = [...missing, ...(isCaughtUp ? rows : [])];
  if (next.some((row, place) => row.position !== tree.size + place + 1)) return unchanged;
  const appended = appendLeaves(tree, next.map(leafOfRow));
  const columns = {
    tree_size: appended.tree.size,
    tree_nodes: Buffer.concat(appended.tree.subtrees).toString('hex'),
  };
  return { columns, nodes: appended.nodes.filter(isStored) };
}

export async function insertTreeNodes(db: Database, nodes: readonly TreeNode[]): Promise<void> {
  for (let start = 0; start < nodes.length; start += MAX_ROWS_AT_ONCE)
    await insertNodes(db, nodes.slice(start, start + MAX_ROWS_AT_ONCE));
}

/** The leaves are not stored: they follow from the rows. */
export const isStored = ({ level }: TreeNode): boolean => level > 0;

async function insertNodes(db: Database, nodes: readonly TreeNode[]): Promise<void> {
  const [node] = nodes;
  if (node && nodes.length === 1)
    await insertNode(db, { level: node.level, index: node.index, hash: node.hash });
  else await nodesInto(db, nodes).execute();
}

const insertNode = prepareQuery((db, node: TreeNode) =>
  nodesInto(db, [{ level: node.level, index: node.index, hash: node.hash }]),
);

export const nodesInto = (db: Pick<Database, 'insertInto'>, nodes: readonly TreeNode[]) =>
  db
    .insertInto('audit_tree_nodes')
    .values(nodes.map(({ level, index, hash }) => ({ level, node_index: index, hash })))
    // Left behind by a restored or damaged head: the rows decide.
    .onConflict((conflict) =>
      conflict.columns(['level', 'node_index']).doUpdateSet((row) => ({ hash: row.ref('excluded.hash') })),
    );

const listMissingRows = (db: Database, after: number, upTo: number): Promise<LogRow[]> =>
  db
    .selectFrom('audit_log')
    .select(['position', 'hash'])
    .where('position', '>', after)
    .where('position', '<=', upTo)
    .orderBy('position')
    .limit(MAX_ROWS_AT_ONCE)
    .execute();

/**
 * Adds the rows that the tree lacks, in short transactions: after an upgrade all of them, later those of nodes of an older
 * version. An interrupted run continues where it stopped.
 */
export async function catchUpAuditTree(db: Database, now: () => number): Promise<void> {
  for (;;) {
    const before = await findHead(db);
    if (!before || before.tree_size >= before.position) return;
    const grown = await db.transaction().execute(async (db) => {
      await acquireLock(db, 'audit-log', now());
      const head = await findHead(db);
      if (!head) return false;
      const { columns, nodes } = await growAuditTree(db, head, []);
      await insertTreeNodes(db, nodes);
      await db.updateTable('audit_head').set(columns).execute();
      return columns.tree_size > head.tree_size;
    });
    if (!grown) return;
  }
}

const findHead = (db: Database): Promise<HeadRow | undefined> =>
  db.selectFrom('audit_head').selectAll().executeTakeFirst();
