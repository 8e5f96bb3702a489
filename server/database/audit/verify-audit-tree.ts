import type { Selectable } from 'kysely';
import type { Database } from '../open-database.ts';
import type { AuditHeadTable } from '../tables/audit-log.ts';
import type { AuditRow } from './audit-chain.ts';
import { isStored, leafOfRow, readTree } from './audit-tree.ts';
import { appendLeaves, EMPTY_TREE, type MerkleTree, rootHash, type TreeNode } from './merkle-tree.ts';

export interface TreeVerification {
  /** Verifies the nodes that the next rows complete. Returns the problem, with the position. */
  verifyRows(rows: readonly AuditRow[]): Promise<string | undefined>;
  /** Verifies what the head says about the tree, after all rows. */
  verifyEnd(): Promise<string | undefined>;
}

/** Computes the Merkle tree again from verified rows, page by page, and compares it with the stored one. */
export function createTreeVerification(
  db: Database,
  head: Pick<Selectable<AuditHeadTable>, 'tree_size' | 'tree_nodes'>,
): TreeVerification {
  const stored = readTree(head);
  let tree: MerkleTree = EMPTY_TREE;
  return {
    async verifyRows(rows) {
      const inTree = rows.filter(({ position }) => position <= head.tree_size);
      if (inTree.length === 0) return undefined;
      const start = tree.size;
      const leaves = inTree.map(leafOfRow);
      const computed: TreeNode[] = [];
      const grow = (size: number) => {
        const appended = appendLeaves(tree, leaves.slice(tree.size - start, size - start));
        tree = appended.tree;
        computed.push(...appended.nodes);
      };
      for (const { tree_size, root_hash } of await listSignedHeads(db, start, start + leaves.length)) {
        grow(tree_size);
        if (rootHash(tree).toString('hex') !== root_hash)
          return `row ${tree_size}: the log up to it is not the one that was signed`;
      }
      grow(start + leaves.length);
      const nodes = await listNodes(db, start, tree.size);
      const wrong = computed.find((node) => isStored(node) && !nodes.get(keyOf(node))?.equals(node.hash));
      return wrong && `row ${(wrong.index + 1) * 2 ** wrong.level}: the tree does not contain it`;
    },
    async verifyEnd() {
      if (tree.size < head.tree_size)
        return `row ${tree.size + 1}: the tree contains rows that the log lacks`;
      const lost = await findSignedHeadAfter(db, tree.size);
      if (lost !== undefined)
        return `row ${tree.size + 1}: it is missing, and so are all up to the signed row ${lost}`;
      const isEqual =
        stored?.subtrees.length === tree.subtrees.length &&
        stored.subtrees.every((hash, place) => tree.subtrees[place]?.equals(hash));
      return isEqual ? undefined : `row ${tree.size}: the tree does not end with it`;
    },
  };
}

/** Lists the signed heads of trees larger than `start` and up to `end`, which a page of rows has grown through. */
const listSignedHeads = (
  db: Database,
  start: number,
  end: number,
): Promise<{ tree_size: number; root_hash: string }[]> =>
  db
    .selectFrom('signed_tree_heads')
    .select(['tree_size', 'root_hash'])
    .where('tree_size', '>', start)
    .where('tree_size', '<=', end)
    .orderBy('tree_size')
    .execute();

async function findSignedHeadAfter(db: Database, size: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('signed_tree_heads')
    .select('tree_size')
    .where('tree_size', '>', size)
    .orderBy('tree_size')
    .limit(1)
    .executeTakeFirst();
  return row?.tree_size;
}

const keyOf = ({ level, index }: Pick<TreeNode, 'level' | 'index'>): string => `${level}/${index}`;

/** Reads the nodes that the leaves from `start` up to, not including, `end` complete. */
async function listNodes(db: Database, start: number, end: number): Promise<Map<string, Buffer>> {
  const levels = Array.from({ length: Math.floor(Math.log2(end)) }, (_, place) => place + 1);
  if (levels.length === 0) return new Map();
  const rows = await db
    .selectFrom('audit_tree_nodes')
    .selectAll()
    .where((where) =>
      where.or(
        levels.map((level) =>
          where.and([
            where('level', '=', level),
            where('node_index', '>=', Math.floor(start / 2 ** level)),
            where('node_index', '<', Math.floor(end / 2 ** level)),
          ]),
        ),
      ),
    )
    .execute();
  return new Map(rows.map((row) => [keyOf({ level: row.level, index: row.node_index }), row.hash]));
}
