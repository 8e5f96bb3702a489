import type { AuditAction } from '#shared/domain/audit-actions.ts';
import { type Context, transaction } from './context.ts';

/** Something done or refused, as the audit log tells it. */
export interface AuditEvent {
  readonly action: AuditAction;
  /** What it was done to, with the name that it had then. */
  readonly object?: { readonly kind: string; readonly id: number; readonly name: string };
  readonly result?: 'done' | 'refused';
  /** What else a reader must know. Never a secret: neither passwords nor tokens. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** For a sign-in: whoever it made the actor. */
  readonly actor?: Context['actor'];
  /** Recorded also while the log is switched off: for the change of that setting alone. */
  readonly always?: boolean;
  /** Not again when it was recorded of the same actor, at the same address, this short before: for what comes in pieces. */
  readonly onceWithinMs?: number;
}

/**
 * Writes to the audit log: inside a transaction together with the change it tells of, at its end and only if it
 * commits; else at once. Call it right after the change.
 */
export async function audit(ctx: Context, event: AuditEvent): Promise<void> {
  const actor = event.actor ?? ctx.actor;
  const entry = {
    occurred_at: ctx.now(),
    actor_kind: actor.kind,
    actor_id: actor.kind === 'user' ? actor.id : actor.kind === 'visitor' ? actor.invitationId : null,
    action: event.action,
    object_kind: event.object?.kind ?? null,
    object_id: event.object?.id ?? null,
    object_name: event.object?.name ?? null,
    result: event.result ?? 'done',
    details: event.details ? JSON.stringify(event.details) : null,
    address: ctx.address,
    always: event.always ?? false,
    onceWithinMs: event.onceWithinMs,
  };
  await transaction(ctx, async ({ pendingAuditEvents }) => {
    pendingAuditEvents.push(entry);
  });
}
