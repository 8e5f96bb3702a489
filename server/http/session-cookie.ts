import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LONGEST_SESSION_MS } from '#server/authorization/sessions.ts';

const NAME = 'muniment_session';

/** `__Host-` binds the cookie to this host and to https; browsers take it only with Secure. */
const nameOf = (secure: boolean): string => (secure ? `__Host-${NAME}` : NAME);

export const sessionTokenOf = (request: FastifyRequest, secure: boolean): string | undefined =>
  request.cookies[nameOf(secure)];

const attributes = (secure: boolean) => ({ httpOnly: true, sameSite: 'lax', secure, path: '/' }) as const;

export function setSessionCookie(reply: FastifyReply, token: string, secure: boolean): void {
  reply.setCookie(nameOf(secure), token, { ...attributes(secure), maxAge: LONGEST_SESSION_MS / 1000 });
}

export function clearSessionCookie(reply: FastifyReply, secure: boolean): void {
  reply.clearCookie(nameOf(secure), attributes(secure));
}
