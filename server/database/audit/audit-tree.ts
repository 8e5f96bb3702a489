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

/**
 * Appends rows to the tree inside the transaction that appends them to the log, after those before them that the tree
 * lacks. Returns the columns of the head. A tree that does not fit the log stays as it is, so that the log can still be
 * written: the verification reports both.
 */
export async function appendToAuditTree(
  db: Database,
  head: HeadRow,
  rows: readonly LogRow[],
): Promise<TreeColumns> {
  const stored = { tree_size: head.tree_size, tree_nodes: head.tree_nodes };
  const tree = readTree(head);
  if (!tree || tree.size > head.position) return stored;
  const missing = tree.size < head.position ? await listMissingRows(db, tree.size, head.position) : [];
  const isCaughtUp = tree.size + missing.length === head.position;
  const next = [...missing, ...(isCaughtUp ? rows : [])];
  if (next.some((row, place) => row.position !== tree.size + place + 1)) return stored;
  const appended = appendLeaves(tree, next.map(leafOfRow));
  const nodes = appended.nodes.filter(isStored);
  for (let start = 0; start < nodes.length; start += MAX_ROWS_AT_ONCE)
    await insertNodes(db, nodes.slice(start, start + MAX_ROWS_AT_ONCE));
  return {
    tree_size: appended.tree.size,
    tree_nodes: Buffer.concat(appended.tree.subtrees).toString('hex'),
  };
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

const nodesInto = (db: Database, nodes: readonly TreeNode[]) =>
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
      const columns = await appendToAuditTree(db, head, []);
      await db.updateTable('audit_head').set(columns).execute();
      return columns.tree_size > head.tree_size;
    });
    if (!grown) return;
  }
}

const findHead = (db: Database): Promise<HeadRow | undefined> =>
  db.selectFrom('audit_head').selectAll().executeTakeFirst();
