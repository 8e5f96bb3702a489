import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#server/app/errors.ts';
import { createPdfFramePolicy, DOCUMENT_FRAME_POLICY } from './security-headers.ts';

const isPageNavigation = (request: FastifyRequest): boolean =>
  request.method === 'GET' &&
  !request.url.startsWith('/api/') &&
  !request.url.startsWith('/assets/') &&
  (request.headers.accept ?? '').includes('text/html');

/** The static files of pdf.js beside its pages. */
const PDFJS_ASSET = /^pdfjs\/(?:cmaps|standard_fonts|iccs|wasm|images)\//;

/**
 * Serves the built web app; every path that is not one of its files is one of its screens. Without a `publicOrigin`, such as
 * `https://room.example`, the origin of a request is the one that it names.
 */
export async function serveWebApp(
  app: FastifyInstance,
  directory: string,
  publicOrigin: string | undefined,
): Promise<void> {
  const isBuilt = existsSync(join(directory, 'index.html'));
  const frames: [path: string, createPolicy: (request: FastifyRequest) => string][] = [
    ['documents/frame.html', () => DOCUMENT_FRAME_POLICY],
    ['pdfjs/frame.html', (request) => createPdfFramePolicy(publicOrigin ?? readOrigin(request))],
  ];
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: directory,
      wildcard: true,
      // The build writes them beside each file.
      preCompressed: true,
      cacheControl: false,
      setHeaders: (response, path) => {
        const name = relative(directory, path).replaceAll(sep, '/');
        // Names under assets contain a hash of their content; pages must be revalidated each time.
        const isHashed = name.startsWith('assets/');
        response.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
        // Needed by the frames of documents: their origin is opaque, so they request our own files cross-origin.
        if (isHashed || PDFJS_ASSET.test(name)) {
          response.header('access-control-allow-origin', '*');
          response.header('cross-origin-resource-policy', 'cross-origin');
        }
        // A compressed file has a further ending.
        const createPolicy = frames.find(([frame]) => name.startsWith(frame))?.[1];
        if (createPolicy) {
          response.header('content-security-policy', createPolicy(response.request));
          // Requests isolation from the origin's other pages: the frame has an opaque origin, for which browsers
          // log an error.
          response.removeHeader('origin-agent-cluster');
        }
      },
    });
  }
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    // The access page of a link is an app of its own, a fraction of the size.
    const page = request.url.startsWith('/l/') ? 'links/access.html' : 'index.html';
    if (isBuilt && isPageNavigation(request)) return reply.sendFile(page);
    throw new AppError('not-found', 'Not found');
  });
}

/** Returns the origin that a request names. Its characters are those of an origin, since it becomes part of a policy. */
function readOrigin({ protocol, host }: FastifyRequest): string | undefined {
  const origin = URL.parse(`${protocol}://${host}`)?.origin ?? '';
  return /^https?:\/\/[\w.:[\]-]+$/.test(origin) ? origin : undefined;
}
