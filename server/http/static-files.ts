import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#server/app/errors.ts';
import { DOCUMENT_FRAME_POLICY } from './security-headers.ts';

const isPageNavigation = (request: FastifyRequest): boolean =>
  request.method === 'GET' &&
  !request.url.startsWith('/api/') &&
  !request.url.startsWith('/assets/') &&
  (request.headers.accept ?? '').includes('text/html');

/** Serves the built web app; every path that is not one of its files is one of its screens. */
export async function serveWebApp(app: FastifyInstance, directory: string): Promise<void> {
  const isBuilt = existsSync(join(directory, 'index.html'));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: directory,
      wildcard: true,
      // The build writes them beside each file.
      preCompressed: true,
      cacheControl: false,
      setHeaders: (response, path) => {
        // Names under assets contain a hash of their content; pages must be revalidated each time.
        const isHashed = path.startsWith(join(directory, 'assets'));
        response.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
        // For the document frame, whose origin is opaque and which therefore requests our own scripts cross-origin.
        if (isHashed) response.header('access-control-allow-origin', '*');
        if (path.startsWith(join(directory, 'documents'))) {
          response.header('content-security-policy', DOCUMENT_FRAME_POLICY);
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
