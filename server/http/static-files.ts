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

/** Serves the built web app; every path that is no file of it is one of its screens. */
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
        // Names under assets carry a hash of their content; pages must be asked for each time.
        const isHashed = path.startsWith(join(directory, 'assets'));
        response.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
        // For the frame of documents, which has no origin and so asks for our own scripts as a stranger.
        if (isHashed) response.header('access-control-allow-origin', '*');
        if (path.startsWith(join(directory, 'documents'))) {
          response.header('content-security-policy', DOCUMENT_FRAME_POLICY);
          // Asks to stand apart from its origin's other pages: it has no origin, and browsers complain.
          response.removeHeader('origin-agent-cluster');
        }
      },
    });
  }
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    if (isBuilt && isPageNavigation(request)) return reply.sendFile('index.html');
    throw new AppError('not-found', 'Not found');
  });
}
