import { appendAuditRows } from '#server/database/audit/append-audit-rows.ts';
import type { Database } from '#server/database/open-database.ts';
import type { KeyRing } from '#server/engines/storage/object-storage.ts';

/** Records a change of the encryption keys in the audit log. Belongs at the end of the transaction that makes it. */
export async function recordKeyEvent(
  db: Database,
  keyRing: KeyRing,
  action: 'keys.rotate' | 'keys.replace-master',
  { now, details }: { now: number; details: object },
): Promise<void> {
  await appendAuditRows(db, keyRing, [
    {
      occurred_at: now,
      actor_kind: 'anonymous',
      actor_id: null,
      action,
      object_kind: null,
      object_id: null,
      object_name: null,
      result: 'done',
      details: JSON.stringify(details),
      address: '',
      always: true,
      onceWithinMs: undefined,
    },
  ]);
}
