import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/app/context.ts';
import { networkPrefix, tooManyAttempts } from '#server/authorization/rate-limits.ts';

/** Meant for scripts: 67 changes a second for a quarter of an hour, where an upload of a small file is two. */
export const MAX_CHANGES: ChangeRate = { changes: 60_000, windowMs: 15 * 60_000, requesters: 100_000 };

export interface ChangeRate {
  readonly changes: number;
  readonly windowMs: number;
  /** Requesters that are counted. Further networks without a session are not, so that many addresses take no memory. */
  readonly requesters: number;
}

export const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Limits the changes of each user, invitation or network, since each adds a row to the audit log: the limits of single calls
 * are far lower. Counts per process, because it must not cost a query per request.
 */
export function limitChangeRate(app: FastifyInstance, { changes, windowMs, requesters }: ChangeRate): void {
  let counts = new Map<string, number>();
  let endsAt = 0;
  app.addHook('preValidation', async ({ ctx, method, routeOptions }) => {
    const { endpoint } = routeOptions.config;
    if (!endpoint || (SAFE_METHODS.has(method) && !endpoint.hasSideEffects)) return;
    const now = ctx.now();
    // This holds when the clock was set back too.
    if (now >= endsAt || now < endsAt - windowMs) {
      counts = new Map();
      endsAt = now + windowMs;
    }
    const key = requesterKey(ctx);
    if (ctx.actor.kind === 'anonymous' && counts.size >= requesters && !counts.has(key)) return;
    const count = (counts.get(key) ?? 0) + 1;
    if (count > changes) throw tooManyAttempts(endsAt - now);
    counts.set(key, count);
  });
}

/** Names the user, visitor or network that makes a request. */
export function requesterKey({ actor, address }: Context): string {
  if (actor.kind === 'user') return `user ${actor.id}`;
  return actor.kind === 'visitor' ? `visitor ${actor.invitationId}` : `network ${networkPrefix(address)}`;
}
