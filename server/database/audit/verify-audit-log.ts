import type { KeyObject } from 'node:crypto';
import type { Database } from '../open-database.ts';
import { type AuditRow, GENESIS_HASH, hashAuditRow, hasValidSeal } from './audit-chain.ts';

export interface AuditVerification {
  /** How many rows were found whole, in order. */
  readonly verifiedRows: number;
  /** The newest of them: noted elsewhere, it tells later whether the log still holds it. */
  readonly newest: AuditRow | undefined;
  /** What is wrong, with the position. */
  readonly problem: string | undefined;
}

const PAGE_SIZE = 1_000;

/** What is wrong with a row by itself and as the one after another. */
export function findRowProblem(
  row: AuditRow,
  before: Pick<AuditRow, 'position' | 'hash'>,
): string | undefined {
  if (row.position !== before.position + 1)
    return `row ${before.position + 1}: it is missing, row ${row.position} comes next`;
  if (hashAuditRow(row) !== row.hash) return `row ${row.position}: its content is not what was recorded`;
  if (row.previous_hash !== before.hash) return `row ${row.position}: it does not follow the row before it`;
  return undefined;
}

/** Walks the whole chain in pages, also beside a running server: rows are only added, and the head grows with them. */
export async function verifyAuditLog(db: Database, key: KeyObject): Promise<AuditVerification> {
  // In this order: a head read first would be older than rows that came meanwhile.
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
  for await (const row of listRows(db)) {
    if (head && row.position > head.position) break;
    const problem = findRowProblem(row, newest ?? { position: 0, hash: GENESIS_HASH });
    if (problem) return result(problem);
    newest = row;
  }
  const end = newest?.position ?? 0;
  if (!head || !hasValidSeal(key, head))
    return result(`row ${end}: the seal of the newest row is not this room's`);
  if (end < head.position)
    return result(`row ${end + 1}: it is missing, and so are all up to row ${head.position}`);
  if (newest && newest.hash !== head.hash) return result(`row ${end}: it is not the one that was sealed`);
  if (last && last.position > head.position)
    return result(`row ${head.position + 1}: it was added past the seal`);
  return result();
}

async function* listRows(db: Database): AsyncGenerator<AuditRow> {
  let after = 0;
  for (;;) {
    const rows = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('position', '>', after)
      .orderBy('position')
      .limit(PAGE_SIZE)
      .execute();
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.position;
  }
}
