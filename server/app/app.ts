import type { FastifyInstance } from 'fastify';
import { pingDatabase } from '#server/database/check-database.ts';
import type { JobQueue } from '#server/engines/queue/job-queue.ts';
import { createFirstAdministrator } from '#server/modules/accounts/create-first-administrator.ts';
import { createRefusalAuditor } from '#server/modules/audit/audit-refusals.ts';
import { createIndexFollower } from '#server/modules/search/indexing/index-follower.ts';
import { createPassageEmbedder } from '#server/modules/search/indexing/passage-embedder.ts';
import { type Services, systemContext } from './context.ts';
import { createHttpServer, type HttpOptions } from './create-http-server.ts';
import { createJobWorkers } from './create-job-workers.ts';
import { createGauges } from './gauges.ts';
import type { OpenedServices } from './open-services.ts';

export interface App {
  readonly http: FastifyInstance;
  readonly jobs: JobQueue;
  readonly services: Services;
  /** Creates the first administrator and releases the leases that a crash left. */
  start(): Promise<{ firstAdministrator: { username: string; password: string | undefined } | undefined }>;
  /** Starts the job workers and everything that follows the database; call it once, after `start`. */
  startBackgroundWork(): void;
  stop(): Promise<void>;
}

/** After this long a stop cuts what is still being sent. */
const CLOSE_TIMEOUT_MS = 5_000;

/** Puts the features together. Listening is main's part; a test calls `http.inject`. */
export async function createApp(opened: OpenedServices, options: HttpOptions): Promise<App> {
  const services: Services = { ...opened, wakeJobs: () => jobs.wake() };
  const follower = createIndexFollower(services);
  const embedder = services.embeddingModel && createPassageEmbedder(services, services.embeddingModel);
  const jobs: JobQueue = createJobWorkers(services, follower);
  const refusals = createRefusalAuditor(services);
  const checks = {
    database: () => pingDatabase(services.db),
    store: () => services.blobs.check(),
    jobs: () => jobs.check(),
  };
  const gauges = createGauges(services, jobs, follower);
  const http = await createHttpServer(services, { checks, gauges, refusals }, options);
  return {
    http,
    jobs,
    services,
    async start() {
      if (opened.isOnlyProcess) await jobs.releaseAllLeases();
      return { firstAdministrator: await createFirstAdministrator(systemContext(services)) };
    },
    startBackgroundWork() {
      jobs.start();
      follower.start();
      embedder?.start();
    },
    async stop() {
      // At once, so that jobs are given back however long a download takes.
      const jobsStopped = jobs.stop();
      const cut = setTimeout(() => http.server.closeAllConnections(), CLOSE_TIMEOUT_MS);
      await http.close();
      clearTimeout(cut);
      await refusals.stop();
      await jobsStopped;
      await follower.stop();
      await embedder?.stop();
      await opened.close();
    },
  };
}
