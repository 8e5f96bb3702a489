import { appendAuditRows } from '#server/database/audit/append-audit-rows.ts';
import type { Database } from '#server/database/open-database.ts';
import type { Encryptor, KeyRing } from '#server/engines/storage/object-storage.ts';
import type { AuditAction } from '#shared/domain/audit-actions.ts';

interface OperatorEvent {
  readonly action: AuditAction;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly details: object;
  readonly user?: { readonly id: number; readonly username: string };
}

/** Records in the audit log what an operator did by a command. Belongs at the end of the transaction that does it. */
export async function recordOperatorEvent(
  db: Database,
  { keyRing, encryptor }: { readonly keyRing: KeyRing; readonly encryptor: Encryptor },
  { action, now, details, user }: OperatorEvent,
): Promise<void> {
  await appendAuditRows(db, { signingKeys: keyRing, encryptor }, [
    {
      occurred_at: now,
      actor_kind: 'anonymous',
      actor_id: null,
      action,
      object_kind: user ? 'user' : null,
      object_id: user?.id ?? null,
      object_name: user?.username ?? null,
      result: 'done',
      details: JSON.stringify(details),
      address: '',
      always: true,
      onceWithinMs: undefined,
    },
  ]);
}
