import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

/** The policy of the API page. Its scripts are our own files; its style sheets and icons include inline ones. */
const API_DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Registers `/api/docs`, a browsable page made from `/api/openapi.json`, which loads nothing from another host. */
export async function registerApiDocs(app: FastifyInstance): Promise<void> {
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: API_DOCS_POLICY,
    theme: { title: 'Muniment API' },
    // The page would otherwise send the description to a validator on the Internet.
    uiConfig: { validatorUrl: null, url: '/api/openapi.json', deepLinking: true },
  });
}
