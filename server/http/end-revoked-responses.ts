import { finished } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context, Services } from '#server/app/context.ts';
import { AppError, isUnavailable } from '#server/app/errors.ts';
import { reloadActor } from '#server/authorization/reload-actor.ts';
import type { Endpoint } from '#shared/contracts/endpoint.ts';
import { assertCallerAllowed } from './request-guard.ts';

/** A response is checked at latest after two intervals, and so ends within five seconds of a revocation. */
export const REVOCATION_CHECK_INTERVAL_MS = 1_500;
/** Bounds the load of the checks when many responses are open. */
const PARALLEL_CHECKS = 8;

/** Throws an `AppError` once the actor, loaded again, may no longer receive the response. */
export type AssertAllowed = (ctx: Context) => Promise<unknown>;

interface OpenResponse {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly endpoint: Endpoint;
  readonly since: number;
}

const conditions = new WeakMap<FastifyRequest, AssertAllowed[]>();

/** Adds a condition under which the response may continue, beyond those of the session and the role. */
export function requireWhileSending(request: FastifyRequest, assertAllowed: AssertAllowed): void {
  conditions.set(request, [...(conditions.get(request) ?? []), assertAllowed]);
}

const checkedTogether = new WeakSet<FastifyRequest>();

/** Leaves the checks of a response to code that makes them for many responses at once. */
export function checkTogether(request: FastifyRequest): void {
  checkedTogether.add(request);
}

async function assertStillAllowed({ request, endpoint }: OpenResponse): Promise<void> {
  const ctx = { ...request.ctx, actor: await reloadActor(request.ctx) };
  assertCallerAllowed(ctx.actor, endpoint);
  for (const assertAllowed of conditions.get(request) ?? []) await assertAllowed(ctx);
}

interface RevocationOptions {
  readonly intervalMs: number;
  readonly onRefusal: (request: FastifyRequest, refusal: AppError) => Promise<void>;
}

/**
 * Closes the connection of a streamed response soon after the session, the account or a right that it needs has ended, on
 * whichever node. Responses that take less than an interval cost nothing. During an outage of the database they continue.
 */
export function endRevokedResponses(
  app: FastifyInstance,
  { log }: Pick<Services, 'log'>,
  { intervalMs, onRefusal }: RevocationOptions,
): void {
  const open = new Set<OpenResponse>();
  let isChecking = false;

  async function check(response: OpenResponse): Promise<void> {
    const { request, reply } = response;
    try {
      await assertStillAllowed(response);
    } catch (error) {
      if (isUnavailable(error) || !open.has(response)) return;
      reply.raw.destroy();
      if (error instanceof AppError) await onRefusal(request, error);
      else log.error({ err: error, route: request.routeOptions.url }, 'checking a response failed');
    }
  }

  async function checkAll(): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    const due = [...open].filter(({ since }) => performance.now() - since >= intervalMs);
    const checkNext = async () => {
      for (let next = due.pop(); next; next = due.pop()) await check(next);
    };
    await Promise.all(Array.from({ length: PARALLEL_CHECKS }, checkNext));
    isChecking = false;
  }

  const timer = setInterval(() => void checkAll(), intervalMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  app.addHook('onSend', async (request, reply, payload) => {
    const { endpoint } = request.routeOptions.config;
    const isStream = typeof payload === 'object' && payload !== null && 'pipe' in payload;
    if (!endpoint || !request.ctx || !isStream || checkedTogether.has(request)) return;
    const response = { request, reply, endpoint, since: performance.now() };
    open.add(response);
    finished(reply.raw, () => open.delete(response));
  });
}
