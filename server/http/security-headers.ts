import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import { ONLINE_VIEWER_ORIGIN } from '#shared/domain/online-viewer.ts';

/**
 * The content security policy of the app's pages: only our own sources, and no inline script. Inline styles are
 * allowed because Radix and pdf.js position elements by style attributes. WebAssembly is for the image decoders
 * of pdf.js.
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
 * The policy of the page in which third-party libraries render documents. It has an opaque origin, so no cookie
 * and no storage; it runs only our scripts and cannot send requests: the app passes it the document. Links open
 * outside it, on a click.
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

/**
 * The policy of the page that renders PDFs, with an opaque origin like that of other documents: the page around it passes
 * it the bytes. Its workers can start only from blobs, and import our scripts. It can send requests to the listed folders of
 * static files alone, at this origin (`https://room.example`), or nowhere; WebAssembly is for the image decoders.
 */
export function createPdfFramePolicy(origin: string | undefined): string {
  const listFolders = (...folders: readonly string[]) =>
    origin === undefined ? '' : folders.map((folder) => `${origin}/${folder}/`).join(' ');
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    'worker-src blob:',
    "style-src 'self'",
    `img-src data: blob: ${listFolders('assets', 'pdfjs/images')}`,
    `font-src data: blob: ${listFolders('pdfjs/standard_fonts')}`,
    `connect-src ${listFolders('pdfjs/cmaps', 'pdfjs/standard_fonts', 'pdfjs/iccs', 'pdfjs/wasm')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
  ].join('; ');
}

interface HeaderOptions {
  secure: boolean;
  /** Allows pages to show the external viewer of Office files in a frame. */
  onlineOfficeViewer: boolean;
}

/** Adds the security headers to every response, also to those that are written without Fastify. */
export function registerSecurityHeaders(
  app: FastifyInstance,
  { secure, onlineOfficeViewer }: HeaderOptions,
): void {
  const frameSrc = [...APP_DIRECTIVES.frameSrc, ...(onlineOfficeViewer ? [ONLINE_VIEWER_ORIGIN] : [])];
  const headers = listHeaders({
    contentSecurityPolicy: { useDefaults: false, directives: { ...APP_DIRECTIVES, frameSrc } },
    // Visitor links contain a token in their path, so pages send no referrer.
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'sameorigin' },
    hsts: secure && { maxAge: 31_536_000, includeSubDomains: false },
  });
  app.addHook('onRequest', (_request, reply, done) => {
    for (const [name, value] of headers) reply.raw.setHeader(name, value);
    done();
  });
  app.addHook('onSend', async (request, reply) => {
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()');
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store');
    }
  });
}

/**
 * Lists the headers that Helmet sets, which are the same for every response: composing them anew takes 25 µs of processor time.
 */
function listHeaders(options: HelmetOptions): [name: string, value: string][] {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(options)(response.req, response, (error) => {
    if (error instanceof Error) throw error;
  });
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
}
