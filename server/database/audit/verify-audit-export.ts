import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { type AuditRow, GENESIS_HASH } from './audit-chain.ts';
import { createRemovalVerification } from './removed-rows.ts';
import { roomOf } from './rooms/room-detail.ts';
import { type AuditVerification, findRowProblem } from './verify-audit-log.ts';

const exportedRow = z
  .object({
    position: z.int().positive(),
    occurred_at: z.int(),
    actor_kind: z.enum(['user', 'visitor', 'anonymous']),
    actor_id: z.int().nullable(),
    actor_name: z.string(),
    action: z.string(),
    object_kind: z.string().nullable(),
    object_id: z.int().nullable(),
    object_name: z.string().nullable(),
    result: z.enum(['done', 'refused']),
    details: z.string().nullable(),
    address: z.string(),
    previous_hash: z.string(),
    hash: z.string(),
    // Exports of earlier versions have no keys.
    actor_key_id: z.int().nullable().default(null),
    object_key_id: z.int().nullable().default(null),
    removed_by: z.int().nullable().default(null),
    room_id: z.int().nullable().optional(),
  })
  .transform((row) => ({ ...row, room_id: row.room_id === undefined ? roomOf(row.details) : row.room_id }));
const exportedEnd = z.object({ rows: z.int(), filters: z.record(z.string(), z.unknown()) });

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Verifies an exported file: every row as it was recorded, and, without filters, none missing. */
export async function verifyAuditExport(file: string): Promise<AuditVerification> {
  let [rows, gap] = [0, ''];
  let newest: AuditRow | undefined;
  let end: z.infer<typeof exportedEnd> | undefined;
  const removals = createRemovalVerification();
  let removalProblem: string | undefined;
  const result = (problem?: string): AuditVerification => ({ verifiedRows: rows, newest, problem });
  for await (const line of createInterface({
    input: createReadStream(file),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    const content = parse(line);
    const row = exportedRow.safeParse(content).data;
    if (end) return result(`line ${rows + 2}: nothing may come after the end`);
    if (!row) {
      end = exportedEnd.safeParse(content).data;
      if (!end) return result(`line ${rows + 1}: it is no row of an audit log`);
      continue;
    }
    const before = newest ?? { position: 0, hash: GENESIS_HASH };
    const follows = row.position === before.position + 1;
    if (!follows) gap ||= `row ${before.position + 1}: it is missing, row ${row.position} comes next`;
    // The previous row is unknown after a gap, but the row must still match its own hash.
    const problem = findRowProblem(
      row,
      follows ? before : { position: row.position - 1, hash: row.previous_hash },
    );
    if (problem) return result(problem);
    if (row.position <= before.position) return result(`row ${row.position}: it is out of order`);
    removalProblem ??= removals.add(row);
    newest = row;
    rows += 1;
  }
  const isFiltered = end !== undefined && Object.keys(end.filters).length > 0;
  if (gap && !isFiltered) return result(gap);
  removalProblem ??= removals.end();
  // An export with filters may lack the entries that name the rows.
  if (removalProblem && !isFiltered) return result(removalProblem);
  if (end?.rows !== rows)
    return result(`row ${(newest?.position ?? 0) + 1}: the end of the export is missing`);
  return result();
}
