import type { FastifyInstance } from 'fastify';
import type { Services } from '#server/context.ts';
import { checkDatabase } from '#server/platform/db/check-database.ts';
import type { JobWorker } from '#server/platform/jobs/job-worker.ts';

/** `/healthz`: requests are served. `/readyz`: what they need works, or which of it does not. */
export function healthRoutes(app: FastifyInstance, services: Services, jobs: JobWorker): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const checks = {
      database: () => checkDatabase(services.db),
      store: () => services.blobs.check(),
      jobs: () => jobs.check(),
    };
    const failing: string[] = [];
    for (const [name, check] of Object.entries(checks)) {
      await check().catch((error: unknown) => {
        services.log.error({ err: error, check: name }, 'not ready');
        failing.push(name);
      });
    }
    return reply
      .code(failing.length === 0 ? 200 : 503)
      .send({ status: failing.length === 0 ? 'ready' : 'failing', failing });
  });
}
