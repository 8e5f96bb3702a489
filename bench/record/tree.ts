import { createHash } from 'node:crypto';
import { growAuditTree, insertTreeNodes } from '#server/database/audit/audit-tree.ts';
import { appendLeaves, EMPTY_TREE, planInclusionProof } from '#server/database/audit/merkle-tree.ts';
import type { Database } from '#server/database/open-database.ts';
import { findInclusion } from '#server/modules/evidence/tree-queries.ts';
import { withDatabase } from '../fixtures/database.ts';
import { withTemporaryDirectory } from '../harness/bench-server.ts';
import { type Figure, median } from '../harness/figures.ts';

const ROWS = 200_000;
const TARGET_ROWS = 10_000_000;
const ROWS_PER_INSERT = 1_000;
const PROOFS = 200;
const APPENDED = 2_000;

const hashOfRow = (position: number): string => createHash('sha256').update(String(position)).digest('hex');

/** Measures appending to the Merkle tree, and proofs in a tree of 200,000 rows, from which it follows what 10 million take. */
export const measureTree = (): Promise<Figure[]> =>
  withTemporaryDirectory((dataDir) =>
    withDatabase(dataDir, async (db) => {
      const appended = await measureAppending(db);
      const proof = await measureProofs(db);
      const steps = planInclusionProof(0, TARGET_ROWS).places.length;
      const ratio = steps / planInclusionProof(0, ROWS).places.length;
      return [
        { name: 'a row appended to the tree', value: appended, unit: 'ms', target: { atMost: 0.2 } },
        { name: `proof of a row of ${ROWS.toLocaleString('en')}`, value: proof, unit: 'ms' },
        {
          name: `proof of one of 10 million, by its ${steps} nodes`,
          value: proof * ratio,
          unit: 'ms',
          target: { atMost: 5 },
        },
        {
          name: 'its path in binary; as JSON it takes twice that',
          value: (Math.ceil(Math.log2(TARGET_ROWS)) * 32) / 1024,
          unit: 'KB',
          target: { atMost: 1 },
        },
      ];
    }),
  );

/** Appends rows one by one in one transaction, as the log does; returns the time of each. */
async function measureAppending(db: Database): Promise<number> {
  const head = await db.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow();
  let current = { ...head, position: 0, tree_size: 0, tree_nodes: '' };
  const times: number[] = [];
  const rows = Array.from({ length: APPENDED }, (_, n) => ({ position: n + 1, hash: hashOfRow(n + 1) }));
  await db.transaction().execute(async (db) => {
    for (const row of rows) {
      const begun = performance.now();
      const { columns, nodes } = await growAuditTree(db, current, [row]);
      await insertTreeNodes(db, nodes);
      times.push(performance.now() - begun);
      current = { ...current, ...columns, position: row.position };
    }
  });
  await db.deleteFrom('audit_tree_nodes').execute();
  return median(times);
}

async function measureProofs(db: Database): Promise<number> {
  const positions = Array.from({ length: PROOFS }, (_, n) => 1 + Math.floor((n * ROWS) / PROOFS));
  await fillTree(db);
  const kept = [...new Set(positions.flatMap((position) => [position, ((position - 1) ^ 1) + 1]))];
  await db
    .insertInto('audit_log')
    .values(
      kept.map((position) => ({
        position,
        occurred_at: 0,
        actor_kind: 'user' as const,
        actor_id: 1,
        actor_name: '',
        action: 'file.view',
        result: 'done' as const,
        address: '',
        previous_hash: hashOfRow(position - 1),
        hash: hashOfRow(position),
      })),
    )
    .execute();
  const times: number[] = [];
  for (const position of positions) {
    const begun = performance.now();
    const found = await findInclusion(db, position, ROWS);
    if (!found) throw new Error('The row has no proof');
    times.push(performance.now() - begun);
  }
  return median(times);
}

/** Stores the inner nodes of the tree. */
async function fillTree(db: Database): Promise<void> {
  let tree = EMPTY_TREE;
  await db.transaction().execute(async (db) => {
    for (let start = 0; start < ROWS; start += ROWS_PER_INSERT) {
      const leaves = Array.from({ length: ROWS_PER_INSERT }, (_, n) =>
        Buffer.from(hashOfRow(start + n + 1), 'hex'),
      );
      const appended = appendLeaves(tree, leaves);
      tree = appended.tree;
      const nodes = appended.nodes.filter(({ level }) => level > 0);
      await db
        .insertInto('audit_tree_nodes')
        .values(nodes.map(({ level, index, hash }) => ({ level, node_index: index, hash })))
        .execute();
    }
  });
}
