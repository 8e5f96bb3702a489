import type { Database } from '../open-database.ts';
import { type AuditRow, GENESIS_HASH, hashAuditRow, hasValidSeal, type SigningKeys } from './audit-chain.ts';
import { findKeyProblem } from './persons/encrypt-audit-rows.ts';
import { createRemovalVerification } from './removed-rows.ts';
import { findRoomProblem } from './rooms/room-detail.ts';
import { createTreeVerification } from './verify-audit-tree.ts';

export interface AuditVerification {
  /** The number of rows verified in order. */
  readonly verifiedRows: number;
  /** The newest of them: recorded elsewhere, it later shows whether the log still contains it. */
  readonly newest: AuditRow | undefined;
  /** The problem, with the position. */
  readonly problem: string | undefined;
}

const PAGE_SIZE = 1_000;

/**
 * Finds the problem of a row, by itself and as the successor of another. Of a row without its content only the place is known.
 */
export function findRowProblem(
  row: AuditRow,
  before: Pick<AuditRow, 'position' | 'hash'>,
): string | undefined {
  if (row.position !== before.position + 1)
    return `row ${before.position + 1}: it is missing, row ${row.position} comes next`;
  const isRemoved = row.removed_by !== null;
  if (!isRemoved && hashAuditRow(row) !== row.hash)
    return `row ${row.position}: its content is not what was recorded`;
  if (row.previous_hash !== before.hash) return `row ${row.position}: it does not follow the row before it`;
  const problem = findKeyProblem(row) ?? findRoomProblem(row);
  return problem && `row ${row.position}: ${problem}`;
}

/**
 * Verifies the whole chain and its Merkle tree in pages, also while a server runs: rows are only appended, and the head grows
 * with them.
 */
export async function verifyAuditLog(db: Database, keys: SigningKeys): Promise<AuditVerification> {
  // The order matters: a head that is read first would be older than rows that were added meanwhile.
  const last = await db
    .selectFrom('audit_log')
    .select('position')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  const head = await db.selectFrom('audit_head').selectAll().executeTakeFirst();
  let newest: AuditRow | undefined;
  const result = (problem?: string): AuditVerification => ({
    verifiedRows: newest?.position ?? 0,
    newest,
    problem,
  });
  const removals = createRemovalVerification();
  const tree = createTreeVerification(db, head ?? { tree_size: 0, tree_nodes: '' });
  let treeProblem: string | undefined;
  for await (const rows of listPages(db, head?.position)) {
    for (const row of rows) {
      const problem = findRowProblem(row, newest ?? { position: 0, hash: GENESIS_HASH }) ?? removals.add(row);
      if (problem) return result(problem);
      newest = row;
    }
    treeProblem ??= await tree.verifyRows(rows);
  }
  const end = newest?.position ?? 0;
  if (head?.position === 0 && head.seal === '')
    return result('row 1: it is missing: the log was emptied, or the server was never started');
  if (!head || !hasValidSeal(keys, head))
    return result(`row ${end}: the seal of the newest row is not from this installation`);
  if (end < head.position)
    return result(`row ${end + 1}: it is missing, and so are all up to row ${head.position}`);
  if (newest && newest.hash !== head.hash) return result(`row ${end}: it is not the one that was sealed`);
  if (last && last.position > head.position)
    return result(`row ${head.position + 1}: it was added past the seal`);
  const removalProblem = removals.end();
  if (removalProblem) return result(removalProblem);
  // Last, since a wrong row makes the tree wrong too.
  return result(treeProblem ?? (await tree.verifyEnd()));
}

async function* listPages(db: Database, upTo = Number.MAX_SAFE_INTEGER): AsyncGenerator<readonly AuditRow[]> {
  let after = 0;
  for (;;) {
    const rows = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('position', '>', after)
      .where('position', '<=', upTo)
      .orderBy('position')
      .limit(PAGE_SIZE)
      .execute();
    yield rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.position;
  }
}
