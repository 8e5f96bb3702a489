import { type Database, isPostgres } from '../open-database.ts';
import { prepareQuery } from '../prepared/prepare-query.ts';
import type { AuditHead, AuditRow } from './audit-chain.ts';
import { insertTreeNodes, nodesInto, type TreeColumns } from './audit-tree.ts';
import type { TreeNode } from './merkle-tree.ts';

type Head = AuditHead & TreeColumns;

/** Is added to the log by one transaction. */
interface Appended {
  readonly rows: readonly AuditRow[];
  readonly nodes: readonly TreeNode[];
  readonly head: Head;
}

/** Both engines limit the number of parameters of a statement. */
const MAX_ROWS_PER_INSERT = 1_000;

/**
 * Stores rows with the nodes of the tree and the new head. PostgreSQL gets a single row, which nearly every transaction appends,
 * in one statement: until the commit nobody else may append, and each statement waits for the network.
 */
export async function storeAppended(db: Database, { rows, nodes, head }: Appended): Promise<void> {
  const [row, ...otherRows] = rows;
  const [node, ...otherNodes] = nodes;
  if (row && otherRows.length + otherNodes.length === 0 && isPostgres(db)) {
    const appended = { ...row, ...ofHead(head) };
    if (node) await storeWithNode(db, { ...appended, level: node.level, index: node.index, node: node.hash });
    else await storeAlone(db, appended);
    return;
  }
  for (let start = 0; start < rows.length; start += MAX_ROWS_PER_INSERT)
    await insertRows(db, rows.slice(start, start + MAX_ROWS_PER_INSERT));
  await insertTreeNodes(db, nodes);
  await updateHead(db, ofHead(head));
}

async function insertRows(db: Database, rows: readonly AuditRow[]): Promise<void> {
  const [row] = rows;
  if (row && rows.length === 1) await insertRow(db, row);
  else await db.insertInto('audit_log').values(rows).execute();
}

/** The columns of the head, under names that no column of a row has. */
const ofHead = ({ position, hash, seal, tree_size, tree_nodes }: Head) => ({
  head_position: position,
  head_hash: hash,
  seal,
  tree_size,
  tree_nodes,
});
type HeadValues = ReturnType<typeof ofHead>;

const rowInto = (db: Pick<Database, 'insertInto'>, row: AuditRow) =>
  db.insertInto('audit_log').values({
    position: row.position,
    occurred_at: row.occurred_at,
    actor_kind: row.actor_kind,
    actor_id: row.actor_id,
    actor_name: row.actor_name,
    actor_key_id: row.actor_key_id,
    action: row.action,
    object_kind: row.object_kind,
    object_id: row.object_id,
    object_name: row.object_name,
    object_key_id: row.object_key_id,
    result: row.result,
    details: row.details,
    room_id: row.room_id,
    address: row.address,
    removed_by: row.removed_by,
    previous_hash: row.previous_hash,
    hash: row.hash,
  });

const headIn = (db: Pick<Database, 'updateTable'>, head: HeadValues) =>
  db.updateTable('audit_head').set({
    position: head.head_position,
    hash: head.head_hash,
    seal: head.seal,
    tree_size: head.tree_size,
    tree_nodes: head.tree_nodes,
  });

const insertRow = prepareQuery(rowInto);
const updateHead = prepareQuery(headIn);

const storeAlone = prepareQuery((db, values: AuditRow & HeadValues) =>
  headIn(
    db.with('added', (query) => rowInto(query, values)),
    values,
  ),
);

interface NodeValues {
  readonly level: number;
  readonly index: number;
  readonly node: Buffer;
}

const storeWithNode = prepareQuery((db, values: AuditRow & HeadValues & NodeValues) =>
  headIn(
    db
      .with('added', (query) => rowInto(query, values))
      .with('grown', (query) =>
        nodesInto(query, [{ level: values.level, index: values.index, hash: values.node }]),
      ),
    values,
  ),
);
