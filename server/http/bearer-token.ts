import type { FastifyRequest } from 'fastify';
import { AppError } from '#server/app/errors.ts';
import { hasTokenInUrl } from '#server/authorization/api-tokens/token-text.ts';

/** Returns the token of the Authorization header. Refuses one in the URL, which logs and histories keep. */
export function readBearerToken({ headers, url }: FastifyRequest): string | undefined {
  if (hasTokenInUrl(url))
    throw new AppError('unauthenticated', 'Send the token in the Authorization header.');
  const [, token] = /^bearer +(\S{1,200}) *$/i.exec(headers.authorization ?? '') ?? [];
  return token;
}
