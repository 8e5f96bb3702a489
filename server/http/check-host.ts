import type { FastifyInstance } from 'fastify';
import { AppError } from '#server/app/errors.ts';

/** Called by health checks and scrapers under the address of a node. They set no cookie and contain no links. */
const ADDRESS_INDEPENDENT_ROUTES = new Set(['/healthz', '/livez', '/readyz', '/metrics']);

/**
 * Refuses requests for another host than that of `PUBLIC_URL`, which prevents DNS rebinding and poisoned caches. The port is
 * not compared, because many proxies leave it out. Without `PUBLIC_URL` every host is accepted.
 */
export function checkHost(app: FastifyInstance, publicHostname: string | undefined): void {
  if (publicHostname === undefined) return;
  app.addHook('onRequest', async (request) => {
    if (ADDRESS_INDEPENDENT_ROUTES.has(request.routeOptions.url ?? '')) return;
    if (URL.parse(`http://${request.host}`)?.hostname === publicHostname) return;
    throw new AppError(
      'misdirected',
      'This server is not available under this address. Use the address that your administrator gave you.',
    );
  });
}
