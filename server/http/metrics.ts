import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppError, ErrorCode } from '#server/app/errors.ts';
import type { Metrics } from '#server/engines/telemetry/metrics.ts';

/** Ways to sign in and to enter through a link or an invitation. */
const SIGN_IN_ROUTE =
  /^\/api\/(?:login(?:\/.+)?|oidc\/(?:callback|link)|visitor\/auth\/:token|link-access\/:slug\/(?:password|email|code|enter))$/;
const FAILED_ATTEMPTS: readonly ErrorCode[] = ['unauthenticated', 'forbidden', 'not-found', 'rate-limited'];

/** Registers `/metrics` for Prometheus, and measures each route. */
export function registerMetrics(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, log } = request;
    const route = routeOptions.url ?? 'none';
    const status = reply.statusCode;
    const ms = reply.elapsedTime;
    metrics.requests.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, ms / 1000);
    if (status < 300) metrics.uploadedBytes.inc(uploadedBytes(request));
    log.debug({ method, route, status, ms }, 'request');
  });
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()));
}

/** Returns the length of an upload, as its header announced it. */
function uploadedBytes({ routeOptions, headers }: FastifyRequest): number {
  const { endpoint } = routeOptions.config;
  const isUpload = (endpoint?.multipart ?? endpoint?.requestMediaType) !== undefined;
  const length = isUpload ? Number(headers['content-length']) : 0;
  return Number.isSafeInteger(length) && length > 0 ? length : 0;
}

/** Counts a refusal, by codes and routes alone. */
export function countRefusal(metrics: Metrics, { routeOptions }: FastifyRequest, { code }: AppError): void {
  const route = routeOptions.url ?? '';
  metrics.refusals.inc({ code });
  if (SIGN_IN_ROUTE.test(route) && FAILED_ATTEMPTS.includes(code))
    metrics.signInFailures.inc({ route, code });
}
