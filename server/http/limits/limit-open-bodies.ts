import { finished } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#server/app/errors.ts';
import { networkPrefix } from '#server/authorization/rate-limits.ts';
import { OpenCounts } from './open-counts.ts';

/** Limits of the bodies that one process receives at the same time. A user's own pages send fewer than ten. */
const MAX_BODIES = { network: 64, actor: 64, anonymous: 1_000 };
const ALL_ANONYMOUS = 'anonymous';

/**
 * Limits the request bodies that are open at once, for each signed-in actor and, of requests without a session, for each network
 * and in total. What exceeds a limit is refused and its connection closed, so that held bodies cannot exhaust the server.
 */
export function limitOpenBodies(app: FastifyInstance, maximum = MAX_BODIES): void {
  const open = new OpenCounts();
  app.addHook('preParsing', async (request, reply) => {
    const { raw } = request;
    // Injected requests have no `complete`; those without a body are complete.
    if (raw.complete !== false || !hasBody(request)) return;
    const limits = limitsOf(request, maximum);
    if (limits.some(({ key, max }) => open.get(key) >= max)) {
      // Reading the rest would keep the connection open for as long as the sender wants.
      reply.raw.once('finish', () => raw.socket.destroy());
      const message = 'Too many requests are being sent at once. Wait until some of them are done.';
      throw new AppError('rate-limited', message, { retryAfterSeconds: 15 });
    }
    for (const { key } of limits) open.add(key);
    finished(raw, () => {
      for (const { key } of limits) open.remove(key);
    });
  });
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Returns what the request counts for. Requests for unknown URLs have no context and count as anonymous. */
function limitsOf(
  { ctx, ip }: FastifyRequest,
  maximum: typeof MAX_BODIES,
): readonly { key: string; max: number }[] {
  const actor = ctx?.actor;
  if (actor?.kind === 'user') return [{ key: `user ${actor.id}`, max: maximum.actor }];
  if (actor?.kind === 'visitor') return [{ key: `visitor ${actor.invitationId}`, max: maximum.actor }];
  return [
    { key: `network ${networkPrefix(ip)}`, max: maximum.network },
    { key: ALL_ANONYMOUS, max: maximum.anonymous },
  ];
}
