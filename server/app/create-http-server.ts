import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { answerClientError } from '#server/http/answer-client-error.ts';
import { registerApiDocs } from '#server/http/api-docs.ts';
import { checkHost } from '#server/http/check-host.ts';
import { drainUnreadBodies } from '#server/http/drain-unread-bodies.ts';
import { endRevokedResponses, REVOCATION_CHECK_INTERVAL_MS } from '#server/http/end-revoked-responses.ts';
import { handleErrors } from '#server/http/error-handler.ts';
import { type HealthSources, healthRoutes } from '#server/http/health.ts';
import { BODY_TIMEOUT_MS, limitBodyTime } from '#server/http/limits/limit-body-time.ts';
import { type ChangeRate, limitChangeRate, MAX_CHANGES } from '#server/http/limits/limit-change-rate.ts';
import { HEADER_TIMEOUT, limitWaitingConnections } from '#server/http/limits/limit-connections.ts';
import { limitOpenBodies } from '#server/http/limits/limit-open-bodies.ts';
import { CHANGE_TURNS, limitParallelChanges, Turns } from '#server/http/limits/limit-parallel-changes.ts';
import { limitUploadRate, MIN_UPLOAD_RATE, type UploadRate } from '#server/http/limits/limit-upload-rate.ts';
import { countRefusal, registerMetrics } from '#server/http/metrics.ts';
import { registerOpenApi } from '#server/http/openapi.ts';
import { restrictOperatorRoutes } from '#server/http/operator-access.ts';
import { registerRequestGuards } from '#server/http/request-guard.ts';
import { registerSecurityHeaders } from '#server/http/security-headers.ts';
import { serveWebApp } from '#server/http/static-files.ts';
import {
  createProxyCheck,
  createRequestIds,
  returnRequestIds,
  traceRequests,
} from '#server/http/trace-requests.ts';
import { rewriteUndecodableUrl } from '#server/http/undecodable-url.ts';
import { compileSerializer, compileValidator } from '#server/http/validation.ts';
import type { RefusalAuditor } from '#server/modules/audit/audit-refusals.ts';
import type { LiveUpdates } from '#server/modules/live/live-updates.ts';
import { applyBeforeReading } from '#server/modules/rooms/publications/due-publication-runner.ts';
import { enforceMaintenanceMode } from '#server/modules/settings/enforce-maintenance-mode.ts';
import type { Services } from './context.ts';
import { AppError } from './errors.ts';
import { registerRoutes } from './register-routes.ts';

/** JSON bodies are small; uploads are streams, to which this limit does not apply. */
const MAX_JSON_BODY_BYTES = 256 * 1024;
/** Allows one upload this long on a slow connection. */
const REQUEST_TIMEOUT_MS = 60 * 60 * 1000;

interface HttpSources {
  readonly health: HealthSources;
  readonly refusals: RefusalAuditor;
  readonly live: LiveUpdates;
}

export interface HttpOptions {
  /** The directory of the built web app. */
  webDirectory: string;
  logger?: FastifyBaseLogger;
  /** The maximum time for receiving a JSON body; for tests. */
  bodyTimeoutMs?: number;
  /** The time for the headers of a request; for tests. */
  headerTimeout?: typeof HEADER_TIMEOUT;
  /** The minimum rate of an upload; for tests. */
  minUploadRate?: UploadRate;
  /** The maximum rate of changes of one requester; for tests. */
  maxChanges?: ChangeRate;
  /** The turns of requesters in changes; for tests. */
  turns?: Turns;
  /** The interval at which running responses are authorized again; for tests. */
  revocationCheckIntervalMs?: number;
}

/** Creates the HTTP server: parsing, errors, headers, guards, and the routes. */
export async function createHttpServer(
  services: Services,
  { health, refusals, live }: HttpSources,
  options: HttpOptions,
): Promise<FastifyInstance> {
  const { config, metrics, tracer } = services;
  const isFromProxy = createProxyCheck(config.trustProxy);
  const app: FastifyInstance = fastify({
    ...(options.logger && { loggerInstance: options.logger }),
    // URLs can contain tokens and search questions, so the log names routes, never URLs.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestIds(isFromProxy),
    clientErrorHandler: answerClientError,
    rewriteUrl: (request) => rewriteUndecodableUrl(request.url ?? '/'),
    // This is longer than any URL: the contract rejects what is not an id.
    routerOptions: { maxParamLength: 100_000 },
    bodyLimit: MAX_JSON_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: options.headerTimeout ?? HEADER_TIMEOUT,
    forceCloseConnections: 'idle',
    // A stop lets requests end; those that arrive meanwhile on an open connection are served too.
    return503OnClosing: false,
    trustProxy: config.trustProxy ?? false,
  });
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(compileSerializer);
  limitWaitingConnections(app.server);
  returnRequestIds(app);
  if (tracer) traceRequests(app, tracer, isFromProxy);
  handleErrors(app, async (request, refusal) => {
    countRefusal(metrics, request, refusal);
    await refusals.audit(request, refusal);
  });
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
  registerSecurityHeaders(app, config);
  checkHost(app, config.publicHostname);
  restrictOperatorRoutes(app, services);
  registerMetrics(app, metrics);
  healthRoutes(app, health, services.log);
  if (config.roles.web) await registerApi(app, services, { refusals, live }, options);
  else refuseOtherRoutes(app);
  return app;
}

/** Registers the API and the web app, and what guards and limits their calls. */
async function registerApi(
  app: FastifyInstance,
  services: Services,
  { refusals, live }: Pick<HttpSources, 'refusals' | 'live'>,
  options: HttpOptions,
): Promise<void> {
  const { config } = services;
  await registerOpenApi(app);
  await registerApiDocs(app);
  limitParallelChanges(app, options.turns ?? new Turns(CHANGE_TURNS));
  registerRequestGuards(app, services, [enforceMaintenanceMode, applyBeforeReading(services)]);
  limitChangeRate(app, options.maxChanges ?? MAX_CHANGES);
  endRevokedResponses(app, services, {
    intervalMs: options.revocationCheckIntervalMs ?? REVOCATION_CHECK_INTERVAL_MS,
    onRefusal: refusals.audit,
  });
  limitOpenBodies(app);
  limitUploadRate(app, options.minUploadRate ?? MIN_UPLOAD_RATE);
  registerRoutes(app, services, { refusals, live });
  const publicOrigin = config.publicHostname && new URL(config.publicUrl).origin;
  await serveWebApp(app, options.webDirectory, publicOrigin);
}

/** Answers everything but health checks and metrics with 404: on a node without the role `web`. */
function refuseOtherRoutes(app: FastifyInstance): void {
  app.setNotFoundHandler(() => {
    throw new AppError('not-found', 'Not found');
  });
}
