import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_ABSOLUTE_TIMEOUT_MS } from '#server/authorization/sessions.ts';

const COOKIE_NAME = 'muniment_session';

/** `__Host-` binds the cookie to this host and to https; browsers take it only with Secure. */
const cookieName = (secure: boolean): string => (secure ? `__Host-${COOKIE_NAME}` : COOKIE_NAME);

export const readSessionToken = (request: FastifyRequest, secure: boolean): string | undefined =>
  request.cookies[cookieName(secure)];

const cookieAttributes = (secure: boolean) =>
  ({ httpOnly: true, sameSite: 'lax', secure, path: '/' }) as const;

export function setSessionCookie(reply: FastifyReply, token: string, secure: boolean): void {
  reply.setCookie(cookieName(secure), token, {
    ...cookieAttributes(secure),
    maxAge: SESSION_ABSOLUTE_TIMEOUT_MS / 1000,
  });
}

export function clearSessionCookie(reply: FastifyReply, secure: boolean): void {
  reply.clearCookie(cookieName(secure), cookieAttributes(secure));
}
