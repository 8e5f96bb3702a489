import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { ONLINE_VIEWER_ORIGIN } from '#shared/domain/online-viewer.ts';

/**
 * What a page of ours may load: nothing but ours, and no inline script.
 * Styles may stand inline because Radix and pdf.js place things by style attributes.
 * WebAssembly is pdf.js's image decoders.
 */
const APP_DIRECTIVES = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'", 'data:', 'blob:'],
  workerSrc: ["'self'", 'blob:'],
  connectSrc: ["'self'"],
  frameSrc: ["'self'"],
  frameAncestors: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
};

/**
 * The page in which documents are drawn by libraries that read others' bytes. It has an origin of its own, so no cookie
 * and no storage of ours; it runs our scripts alone and can ask nobody for anything: what it draws is handed to it.
 * Links open beside it, when someone clicks them.
 */
export const DOCUMENT_FRAME_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  'img-src data: blob:',
  'font-src data: blob:',
  'media-src data: blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
].join('; ');

interface HeaderOptions {
  secure: boolean;
  /** Whether a page may show the external viewer of Office files in a frame. */
  onlineOfficeViewer: boolean;
}

export async function registerSecurityHeaders(
  app: FastifyInstance,
  { secure, onlineOfficeViewer }: HeaderOptions,
): Promise<void> {
  const frameSrc = [...APP_DIRECTIVES.frameSrc, ...(onlineOfficeViewer ? [ONLINE_VIEWER_ORIGIN] : [])];
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { ...APP_DIRECTIVES, frameSrc } },
    // Links to visitors carry a token in their path: no page of ours tells where it was.
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'sameorigin' },
    hsts: secure && { maxAge: 31_536_000, includeSubDomains: false },
  });
  app.addHook('onSend', async (request, reply) => {
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()');
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store');
    }
  });
}
