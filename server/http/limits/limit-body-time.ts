import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#server/app/errors.ts';

/** Far more than 256 KiB of JSON need on a slow connection. */
export const BODY_TIMEOUT_MS = 15_000;

/**
 * Answers 408 and closes the connection when a body is not complete this long after the headers. Uploads are
 * not limited: their content type parsers leave the body to the handler, and the timer ends before the handler
 * begins.
 */
export function limitBodyTime(app: FastifyInstance, timeoutMs: number): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  const stop = async (request: FastifyRequest) => clearTimeout(timers.get(request));

  app.addHook('preParsing', async (request, _reply, payload) => {
    const refuse = () => {
      const message = 'The request took too long to arrive. Check your connection and try again.';
      // Fastify's parser listens, answers with this error and closes the connection; destroying the stream would
      // close it first.
      payload.emit('error', new AppError('timeout', message));
    };
    timers.set(request, setTimeout(refuse, timeoutMs).unref());
  });
  app.addHook('preValidation', stop);
  // Handles requests that were refused before: nothing listens to them any more.
  app.addHook('onSend', stop);
}
