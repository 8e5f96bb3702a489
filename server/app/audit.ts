import type { AuditAction } from '#shared/domain/audit-actions.ts';
import type { ViewAs } from '#shared/policies/actor.ts';
import { type Context, transaction } from './context.ts';

/** Describes an action or a refusal for the audit log. */
export interface AuditEvent {
  readonly action: AuditAction;
  /** The object of the action, with the name that it had at the time. */
  readonly object?: { readonly kind: string; readonly id: number; readonly name: string };
  readonly result?: 'done' | 'refused';
  /** Further facts for the reader of the log. Never a secret: neither passwords nor tokens. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** For a sign-in: the actor that it created. */
  readonly actor?: Context['actor'];
  /** Records the event even while the log is switched off: only for the change of that setting. */
  readonly always?: boolean;
  /** Skips the event when the same one was recorded for the actor and object this recently: for requests in pieces. */
  readonly onceWithinMs?: number;
}

/** The group and the member as which a manager acts. */
const viewedOf = ({ groupId, memberId }: ViewAs) => ({
  viewAs: groupId,
  ...(memberId !== undefined && { viewAsMember: memberId }),
});

const idOf = (actor: Context['actor']): number | null =>
  actor.kind === 'user' ? actor.id : actor.kind === 'visitor' ? actor.invitationId : null;

/** Builds the entry of the log for an event. */
export function toAuditEntry(ctx: Context, event: AuditEvent) {
  const actor = event.actor ?? ctx.actor;
  const { viewAs } = actor.kind === 'visitor' ? actor : {};
  // What a program does with an API token is recorded as its owner's, through the program.
  const through = actor.kind === 'user' ? actor.token?.program : undefined;
  const added = { ...(through !== undefined && { through }), ...(viewAs && viewedOf(viewAs)) };
  const details = through === undefined && !viewAs ? event.details : { ...event.details, ...added };
  return {
    occurred_at: ctx.now(),
    // People who view a room as a group act in their own name.
    actor_kind: viewAs ? 'user' : actor.kind,
    actor_id: viewAs?.openedById ?? idOf(actor),
    action: event.action,
    object_kind: event.object?.kind ?? null,
    object_id: event.object?.id ?? null,
    object_name: event.object?.name ?? null,
    result: event.result ?? 'done',
    details: details ? JSON.stringify(details) : null,
    address: ctx.address,
    always: event.always ?? false,
    onceWithinMs: event.onceWithinMs,
  };
}

/**
 * Writes to the audit log: inside a transaction together with the change, at its end and only if it commits;
 * otherwise immediately. Call it right after the change.
 */
export async function audit(ctx: Context, event: AuditEvent): Promise<void> {
  const entry = toAuditEntry(ctx, event);
  await transaction(ctx, async ({ pendingAuditEvents }) => {
    pendingAuditEvents.push(entry);
  });
}
