import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Log } from '#server/app/context.ts';
import type { SandboxLevel } from '#server/engines/sandbox/sandbox.ts';

/** `starting` until this node can serve everything, `draining` from the signal to stop until the end. */
type NodeState = 'starting' | 'ready' | 'draining';

export interface HealthSources {
  state(): NodeState;
  readonly sandbox: SandboxLevel;
  /** Tasks of this process. */
  readonly roles: readonly string[];
  /** The engine that answers searches. */
  readonly search: 'built-in' | 'opensearch';
  /** Checks of what all nodes share; a check rejects when it does not work. */
  readonly checks: Readonly<Record<string, () => Promise<void>>>;
}

/** Shorter than the time limit of most health checks. */
const CHECK_TIMEOUT_MS = 2_000;

/**
 * `/livez` and its alias `/healthz`: requests are served. `/readyz`: whether this node can serve. What all nodes share is named
 * while it is away but keeps the status 200: a load balancer would otherwise take every node out.
 */
export function healthRoutes(
  app: FastifyInstance,
  { state, sandbox, roles, search, checks }: HealthSources,
  log: Log,
): void {
  for (const path of ['/livez', '/healthz']) app.get(path, async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const failing: string[] = [];
    const run = async ([name, check]: [string, () => Promise<void>]): Promise<void> => {
      await withTimeout(check()).catch((error: unknown) => {
        log.error({ err: error, check: name }, 'a service is unavailable');
        failing.push(name);
      });
    };
    await Promise.all(Object.entries(checks).map(run));
    const node = state();
    const status = node === 'ready' && failing.length > 0 ? 'degraded' : node;
    return reply
      .code(node === 'ready' ? 200 : 503)
      .send({ status, failing: failing.toSorted(), sandbox, roles, search });
  });
}

async function withTimeout(check: Promise<void>): Promise<void> {
  const checked = new AbortController();
  const expire = async (): Promise<void> => {
    await wait(CHECK_TIMEOUT_MS, undefined, { signal: checked.signal });
    throw new Error(`No answer within ${CHECK_TIMEOUT_MS} ms`);
  };
  await Promise.race([check, expire()]).finally(() => checked.abort());
}
