import type { Database } from '../open-database.ts';
import { acquireLock } from '../transaction-locks.ts';
import { type AuditSecrets, appendAuditRows } from './append-audit-rows.ts';
import type { AuditRow } from './audit-chain.ts';
import { describeRemoval, REMOVAL_ACTION } from './removed-rows.ts';

/** Rows of one transaction, and kinds of refusals that its entry counts. */
const ROWS_AT_ONCE = 500;
const MAX_KINDS = 50;

interface RefusalCount {
  readonly kind: string;
  calls: number;
  readonly actors: Set<string>;
  readonly addresses: Set<string>;
}

/**
 * Removes the content of the next refused calls before an instant, oldest first, and returns their number. Their positions and
 * hashes stay, so that the chain and the tree remain whole; an entry names them and counts them by reason.
 */
export function removeRefusals(
  db: Database,
  secrets: AuditSecrets,
  { before, now }: { before: number; now: number },
): Promise<number> {
  return db.transaction().execute(async (db) => {
    await acquireLock(db, 'audit-log', now);
    const rows = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'call.refused')
      .where('removed_by', 'is', null)
      .where('occurred_at', '<', before)
      .orderBy('position')
      .limit(ROWS_AT_ONCE)
      .execute();
    if (rows.length === 0) return 0;
    const {
      appended: [entry],
    } = await appendAuditRows(db, secrets, [
      {
        occurred_at: now,
        actor_kind: 'anonymous',
        actor_id: null,
        action: REMOVAL_ACTION,
        object_kind: null,
        object_id: null,
        object_name: null,
        result: 'done',
        details: JSON.stringify({ ...describeRemoval(rows), before, kinds: countKinds(rows) }),
        address: '',
        always: true,
        onceWithinMs: undefined,
      },
    ]);
    if (!entry) throw new Error('The removal was not recorded');
    const positions = rows.map(({ position }) => position);
    await db
      .updateTable('audit_log')
      .set({
        ...{ actor_kind: 'anonymous', actor_id: null, actor_name: '', actor_key_id: null },
        ...{ object_kind: null, object_id: null, object_name: null, object_key_id: null },
        ...{ details: null, address: '', removed_by: entry.row.position },
      })
      .where('position', 'in', positions)
      .execute();
    return rows.length;
  });
}

/** Counts refused calls, those that an entry only counted included, by reason; the commonest first, without naming anybody. */
function countKinds(rows: readonly AuditRow[]) {
  const counts = new Map<string, RefusalCount>();
  for (const { details, actor_kind, actor_id, address } of rows) {
    const { method, route, status, code, more } = JSON.parse(details ?? '{}');
    const kind = [method, route, status, code].join(' ');
    const count = counts.get(kind) ?? { kind, calls: 0, actors: new Set(), addresses: new Set() };
    count.calls += typeof more === 'number' ? more : 1;
    if (actor_id !== null) count.actors.add(`${actor_kind} ${actor_id}`);
    count.addresses.add(address);
    counts.set(kind, count);
  }
  return [...counts.values()]
    .toSorted((a, b) => b.calls - a.calls)
    .slice(0, MAX_KINDS)
    .map(({ kind, calls, actors, addresses }) => ({
      kind,
      calls,
      actors: actors.size,
      addresses: addresses.size,
    }));
}
