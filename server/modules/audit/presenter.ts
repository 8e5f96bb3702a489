import type { AuditEntry } from '#shared/contracts/audit.ts';
import type { EntryRow } from './queries.ts';

export const presentEntry = (row: EntryRow): AuditEntry => ({
  id: row.position,
  at: new Date(row.occurred_at).toISOString(),
  actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
  action: row.action,
  object:
    row.object_kind === null || row.object_id === null
      ? null
      : { kind: row.object_kind, id: row.object_id, name: row.object_name ?? '' },
  result: row.result,
  details: row.details === null ? null : JSON.parse(row.details),
  address: row.address,
});
