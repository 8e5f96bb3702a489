import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { registerApiDocs } from '#server/http/api-docs.ts';
import { drainUnreadBodies } from '#server/http/drain-unread-bodies.ts';
import { handleErrors } from '#server/http/error-handler.ts';
import { type HealthChecks, healthRoutes } from '#server/http/health.ts';
import { BODY_TIMEOUT_MS, limitBodyTime } from '#server/http/limit-body-time.ts';
import { type GaugeSource, registerMetrics } from '#server/http/metrics.ts';
import { registerOpenApi } from '#server/http/openapi.ts';
import { registerRequestGuards } from '#server/http/request-guard.ts';
import { registerSecurityHeaders } from '#server/http/security-headers.ts';
import { serveWebApp } from '#server/http/static-files.ts';
import { rewriteUndecodableUrl } from '#server/http/undecodable-url.ts';
import { compileSerializer, compileValidator } from '#server/http/validation.ts';
import type { RefusalAuditor } from '#server/modules/audit/audit-refusals.ts';
import { enforceMaintenanceMode } from '#server/modules/settings/enforce-maintenance-mode.ts';
import type { Services } from './context.ts';
import { registerRoutes } from './register-routes.ts';

/** JSON bodies are small; uploads are streams and not held to this. */
const MAX_JSON_BODY_BYTES = 256 * 1024;
/** A slow line may take this long for one upload. */
const REQUEST_TIMEOUT_MS = 60 * 60 * 1000;

interface HttpSources {
  readonly checks: HealthChecks;
  readonly gauges: readonly GaugeSource[];
  readonly refusals: RefusalAuditor;
}

export interface HttpOptions {
  /** The built web app. */
  webDirectory: string;
  logger?: FastifyBaseLogger;
  /** The most time for a JSON body; for tests. */
  bodyTimeoutMs?: number;
}

/** Creates the HTTP server: parsing, errors, headers, guards, and the routes. */
export async function createHttpServer(
  services: Services,
  { checks, gauges, refusals }: HttpSources,
  options: HttpOptions,
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
  await registerApiDocs(app);
  registerMetrics(app, gauges);
  registerRequestGuards(app, services, [enforceMaintenanceMode]);
  healthRoutes(app, checks, services.log);
  registerRoutes(app);
  await serveWebApp(app, options.webDirectory);
  return app;
}
