import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { pingDatabase } from '#server/database/check-database.ts';
import type { JobQueue } from '#server/engines/queue/job-queue.ts';
import { drainUnreadBodies } from '#server/http/drain-unread-bodies.ts';
import { handleErrors } from '#server/http/error-handler.ts';
import { healthRoutes } from '#server/http/health.ts';
import { BODY_TIMEOUT_MS, limitBodyTime } from '#server/http/limit-body-time.ts';
import { registerMetrics } from '#server/http/metrics.ts';
import { registerOpenApi } from '#server/http/openapi.ts';
import { registerRequestGuards } from '#server/http/request-guard.ts';
import { registerSecurityHeaders } from '#server/http/security-headers.ts';
import { serveWebApp } from '#server/http/static-files.ts';
import { rewriteUndecodableUrl } from '#server/http/undecodable-url.ts';
import { compileSerializer, compileValidator } from '#server/http/validation.ts';
import { createFirstAdministrator } from '#server/modules/accounts/create-first-administrator.ts';
import { accountRoutes } from '#server/modules/accounts/routes.ts';
import { fileViewsRoutes } from '#server/modules/activity/file-views-routes.ts';
import { activityRoutes } from '#server/modules/activity/routes.ts';
import { createRefusalAuditor, type RefusalAuditor } from '#server/modules/audit/audit-refusals.ts';
import { auditRoutes } from '#server/modules/audit/routes.ts';
import { archiveRoutes } from '#server/modules/files/archives/routes.ts';
import { bulkRoutes } from '#server/modules/files/bulk-routes.ts';
import { onlineViewRoutes } from '#server/modules/files/online-view-routes.ts';
import { pageRoutes } from '#server/modules/files/pages/routes.ts';
import { fileRoutes } from '#server/modules/files/routes.ts';
import { collaboratorRoutes } from '#server/modules/folders/collaborator-routes.ts';
import { folderRoutes } from '#server/modules/folders/routes.ts';
import { invitationRoutes } from '#server/modules/invitations/routes.ts';
import { mailRoutes } from '#server/modules/mail/routes.ts';
import { queueRoutes } from '#server/modules/maintenance/queue-routes.ts';
import { maintenanceRoutes } from '#server/modules/maintenance/routes.ts';
import { createIndexFollower, type IndexFollower } from '#server/modules/search/indexing/index-follower.ts';
import { createPassageEmbedder } from '#server/modules/search/indexing/passage-embedder.ts';
import { searchRoutes } from '#server/modules/search/routes.ts';
import { enforceMaintenanceMode } from '#server/modules/settings/enforce-maintenance-mode.ts';
import { settingsRoutes } from '#server/modules/settings/routes.ts';
import { trashRoutes } from '#server/modules/trash/routes.ts';
import { uploadRoutes } from '#server/modules/uploads/routes.ts';
import { userRoutes } from '#server/modules/users/routes.ts';
import { visitorRoutes } from '#server/modules/visitors/routes.ts';
import { type Services, systemContext } from './context.ts';
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

interface AppOptions {
  /** The built web app. */
  webDirectory: string;
  logger?: FastifyBaseLogger;
  /** The most time for a JSON body; for tests. */
  bodyTimeoutMs?: number;
}

/** JSON bodies are small; uploads are streams and not held to this. */
const MAX_JSON_BODY_BYTES = 256 * 1024;
/** A slow line may take this long for one upload. */
const REQUEST_TIMEOUT_MS = 60 * 60 * 1000;
/** After this long a stop cuts what is still being sent. */
const CLOSE_TIMEOUT_MS = 5_000;

/** Puts the features together. Listening is main's part; a test calls `http.inject`. */
export async function createApp(opened: OpenedServices, options: AppOptions): Promise<App> {
  const services: Services = { ...opened, wakeJobs: () => jobs.wake() };
  const follower = createIndexFollower(services);
  const embedder = services.embeddingModel && createPassageEmbedder(services, services.embeddingModel);
  const jobs: JobQueue = createJobWorkers(services, follower);
  const refusals = createRefusalAuditor(services);
  const http = await createHttpServer(services, { jobs, follower, refusals }, options);
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

async function createHttpServer(
  services: Services,
  { jobs, follower, refusals }: { jobs: JobQueue; follower: IndexFollower; refusals: RefusalAuditor },
  options: AppOptions,
): Promise<FastifyInstance> {
  const { config } = services;
  const app: FastifyInstance = fastify({
    ...(options.logger && { loggerInstance: options.logger }),
    // Addresses can carry tokens and questions, so the log names routes, never addresses.
    logController: new LogController({ disableRequestLogging: true }),
    rewriteUrl: (request) => rewriteUndecodableUrl(request.url ?? '/'),
    // Longer than any address: what is no id is refused by its contract.
    routerOptions: { maxParamLength: 100_000 },
    bodyLimit: MAX_JSON_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    trustProxy: config.trustProxy ?? false,
  });
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(compileSerializer);
  handleErrors(app, refusals.audit);
  drainUnreadBodies(app);
  limitBodyTime(app, options.bodyTimeoutMs ?? BODY_TIMEOUT_MS);
  await app.register(cookie);
  await app.register(multipart, {
    limits: {
      files: 1,
      fields: 10,
      fieldSize: 1_000,
      fieldNameSize: 100,
      fileSize: Number.POSITIVE_INFINITY,
    },
    throwFileSizeLimit: false,
  });
  await registerSecurityHeaders(app, config);
  await registerOpenApi(app);
  registerMetrics(app, createGauges(services, jobs, follower));
  registerRequestGuards(app, services, [enforceMaintenanceMode]);
  const checks = {
    database: () => pingDatabase(services.db),
    store: () => services.blobs.check(),
    jobs: () => jobs.check(),
  };
  healthRoutes(app, checks, services.log);
  accountRoutes(app);
  settingsRoutes(app);
  activityRoutes(app);
  fileViewsRoutes(app);
  folderRoutes(app);
  collaboratorRoutes(app);
  fileRoutes(app);
  pageRoutes(app);
  onlineViewRoutes(app);
  bulkRoutes(app);
  trashRoutes(app);
  archiveRoutes(app);
  uploadRoutes(app);
  searchRoutes(app);
  mailRoutes(app);
  invitationRoutes(app);
  visitorRoutes(app);
  auditRoutes(app);
  queueRoutes(app);
  userRoutes(app);
  maintenanceRoutes(app);
  await serveWebApp(app, options.webDirectory);
  return app;
}
