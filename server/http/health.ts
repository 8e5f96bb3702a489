import type { FastifyInstance } from 'fastify';
import type { Log } from '#server/app/context.ts';

/** What serving needs; a check rejects when it does not work. */
export type HealthChecks = Readonly<Record<string, () => Promise<void>>>;

/** `/healthz`: requests are served. `/readyz`: what they need works, or which of it does not. */
export function healthRoutes(app: FastifyInstance, checks: HealthChecks, log: Log): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const failing: string[] = [];
    for (const [name, check] of Object.entries(checks)) {
      await check().catch((error: unknown) => {
        log.error({ err: error, check: name }, 'not ready');
        failing.push(name);
      });
    }
    const isReady = failing.length === 0;
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'failing', failing });
  });
}
