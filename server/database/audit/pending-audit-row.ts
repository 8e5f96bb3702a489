import type { AuditRow } from './audit-chain.ts';

/** An entry before it has a place in the log. */
export interface PendingAuditRow
  extends Omit<
    AuditRow,
    | 'position'
    | 'actor_name'
    | 'actor_key_id'
    | 'object_key_id'
    | 'removed_by'
    | 'room_id'
    | 'previous_hash'
    | 'hash'
  > {
  /** Written even while the log is switched off. */
  readonly always: boolean;
  /** Skipped when the same event was recorded for the actor and address this recently. */
  readonly onceWithinMs: number | undefined;
}
