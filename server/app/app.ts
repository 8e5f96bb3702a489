import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { pingDatabase } from '#server/database/check-database.ts';
import type { ChangeListener } from '#server/database/listen-for-changes.ts';
import type { JobQueue } from '#server/engines/queue/job-queue.ts';
import type { HealthSources } from '#server/http/health.ts';
import { createFirstAdministrator } from '#server/modules/accounts/create-first-administrator.ts';
import { createRefusalAuditor } from '#server/modules/audit/audit-refusals.ts';
import { ensureSigningKey } from '#server/modules/evidence/signing-keys.ts';
import { LiveUpdates } from '#server/modules/live/live-updates.ts';
import { createAbsentFollower } from '#server/modules/search/indexing/absent-follower.ts';
import { createIndexFollower, type IndexFollower } from '#server/modules/search/indexing/index-follower.ts';
import { createPassageEmbedder } from '#server/modules/search/indexing/passage-embedder.ts';
import { applyRestoredErasures } from '#server/modules/subjects/apply-restored-erasures.ts';
import { agreeOnScanning } from '#server/modules/virus-scans/agree-on-scanning.ts';
import type { ShutdownTimes } from './config.ts';
import { type Services, systemContext } from './context.ts';
import { createHttpServer, type HttpOptions } from './create-http-server.ts';
import { createJobWorkers } from './create-job-workers.ts';
import { createInstallationGauges } from './gauges/installation-gauges.ts';
import { createNodeGauges } from './gauges/node-gauges.ts';
import type { OpenedServices } from './open-services.ts';
import { listRoles } from './read-roles.ts';

export interface App {
  readonly http: FastifyInstance;
  readonly jobs: JobQueue;
  readonly services: Services;
  /** Creates the first administrator and releases the job leases of a crashed process. */
  start(): Promise<{ firstAdministrator: { username: string; password: string | undefined } | undefined }>;
  /** Starts the job workers and the index follower; call it once, after `start`. */
  startBackgroundWork(): void;
  /** Lets running requests end, cuts them off after `timeoutMs`, and closes everything. Is not ready from the call on. */
  stop(times?: Partial<ShutdownTimes>): Promise<void>;
}

const CLOSE_IDLE_INTERVAL_MS = 200;

/** Assembles the modules. Listening is up to main.ts; tests call `http.inject`. */
export async function createApp(opened: OpenedServices, options: HttpOptions): Promise<App> {
  const services: Services = {
    ...opened,
    wakeJobs: (kinds) => jobs.wake(kinds),
    wakeIndex: () => follower.wake(),
  };
  const { roles } = services.config;
  const follower = roles.index ? createIndexFollower(services) : createAbsentFollower();
  const embedder =
    roles.index && services.embeddingModel
      ? createPassageEmbedder(services, services.embeddingModel)
      : undefined;
  const jobs: JobQueue = createJobWorkers(services, follower);
  const refusals = createRefusalAuditor(services);
  const live = new LiveUpdates(services, options.revocationCheckIntervalMs);
  let isDraining = false;
  let listener: ChangeListener | undefined;
  const health = createHealthSources(services, { follower, jobs, isDraining: () => isDraining });
  services.metrics.addGauges('node', createNodeGauges(services, follower, opened.readPoolUse));
  services.metrics.addGauges('installation', createInstallationGauges(services, jobs));
  const http = await createHttpServer(services, { health, refusals, live }, options);
  return {
    http,
    jobs,
    services,
    async start() {
      await agreeOnScanning(systemContext(services));
      if (opened.isOnlyProcess) await jobs.releaseAllLeases();
      await ensureSigningKey(systemContext(services));
      await applyRestoredErasures(systemContext(services));
      // Only web nodes create the first administrator: its password is printed to their log.
      if (!roles.web) return { firstAdministrator: undefined };
      return { firstAdministrator: await createFirstAdministrator(systemContext(services)) };
    },
    startBackgroundWork() {
      jobs.start();
      follower.start();
      listener = opened.listenForChanges?.((change) => {
        if (change === 'jobs') jobs.wake();
        else follower.wake();
      });
      embedder?.start();
    },
    async stop({ delayMs = 0, timeoutMs = 5_000 } = {}) {
      isDraining = true;
      // Immediately, so that jobs are returned to the queue however long a download takes.
      const jobsStopped = jobs.stop();
      if (delayMs > 0) await wait(delayMs);
      await closeHttp(http, timeoutMs);
      await live.stop();
      await refusals.stop();
      await jobsStopped;
      await listener?.close();
      await follower.stop();
      await embedder?.stop();
      await opened.close();
    },
  };
}

/** Lets running requests end, and cuts them off after `timeoutMs`. */
async function closeHttp(http: FastifyInstance, timeoutMs: number): Promise<void> {
  const cut = setTimeout(() => http.server.closeAllConnections(), timeoutMs);
  // Closing ends the connections that are idle at that moment; others become idle when their request has ended.
  const closeIdle = setInterval(() => http.server.closeIdleConnections(), CLOSE_IDLE_INTERVAL_MS);
  await http.close();
  clearTimeout(cut);
  clearInterval(closeIdle);
}

interface HealthParts {
  readonly follower: IndexFollower;
  readonly jobs: JobQueue;
  isDraining(): boolean;
}

/** Returns what `/readyz` tells of this node. */
function createHealthSources(services: Services, { follower, jobs, isDraining }: HealthParts): HealthSources {
  const { db, blobs, virusScanner, sandboxLevel, config } = services;
  const hasSearchServer = config.searchServer !== undefined;
  return {
    state() {
      if (isDraining()) return 'draining';
      // A search server is shared: while it is away, this node serves everything else.
      return follower.isLoaded() || hasSearchServer ? 'ready' : 'starting';
    },
    sandbox: sandboxLevel,
    roles: listRoles(config.roles),
    search: hasSearchServer ? 'opensearch' : 'built-in',
    checks: {
      database: () => pingDatabase(db),
      store: () => blobs.check(),
      jobs: () => jobs.check(),
      search: () => follower.check(),
      ...(virusScanner && { 'virus-scanner': () => virusScanner.check() }),
    },
  };
}
