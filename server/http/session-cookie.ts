import { createHash } from 'node:crypto';
import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { VIEW_AS_TIMEOUT_MS } from '#server/authorization/groups/view-as.ts';
import { DEVICE_LIFETIME_MS } from '#server/authorization/known-device.ts';
import { CHALLENGE_LIFETIME_MS, SESSION_ABSOLUTE_TIMEOUT_MS } from '#server/authorization/sessions.ts';
import { COMPANY_CHALLENGE_LIFETIME_MS } from '#server/authorization/sign-in/company-challenge-lifetime.ts';

const SESSION_COOKIE = 'muniment_session';
const DEVICE_COOKIE = 'muniment_device';
const CHALLENGE_COOKIE = 'muniment_challenge';
const PASSKEY_COOKIE = 'muniment_passkey';
const COMPANY_COOKIE = 'muniment_company';
const VIEW_AS_COOKIE = 'muniment_view_as';
const LINK_ATTEMPT_COOKIE = 'muniment_link';
const LINK_DEVICE_COOKIE = 'muniment_link_device';

/** `__Host-` binds the cookie to this host and to https; browsers take it only with Secure. */
const cookieName = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);

export const readSessionToken = (request: FastifyRequest, secure: boolean): string | undefined =>
  request.cookies[cookieName(SESSION_COOKIE, secure)];

export const readDeviceToken = (request: FastifyRequest, secure: boolean): string | undefined =>
  request.cookies[cookieName(DEVICE_COOKIE, secure)];

const cookieAttributes = (secure: boolean) =>
  ({ httpOnly: true, sameSite: 'lax', secure, path: '/' }) as const;

export function setSessionCookie(reply: FastifyReply, token: string, secure: boolean): void {
  reply.setCookie(cookieName(SESSION_COOKIE, secure), token, {
    ...cookieAttributes(secure),
    maxAge: SESSION_ABSOLUTE_TIMEOUT_MS / 1000,
  });
}

/** Sets the new token of a session; undefined leaves the cookie as it is. */
export function renewSessionCookie(reply: FastifyReply, token: string | undefined, secure: boolean): void {
  if (token !== undefined) setSessionCookie(reply, token, secure);
}

/** Outlives the session, so that the device is known at the next sign-in. */
export function setDeviceCookie(reply: FastifyReply, token: string, secure: boolean): void {
  reply.setCookie(cookieName(DEVICE_COOKIE, secure), token, {
    ...cookieAttributes(secure),
    maxAge: DEVICE_LIFETIME_MS / 1000,
  });
}

export function clearSessionCookie(reply: FastifyReply, secure: boolean): void {
  reply.clearCookie(cookieName(SESSION_COOKIE, secure), cookieAttributes(secure));
}

/** The token of a sign-in that waits for its second step, in this browser. */
export const readChallengeToken = (request: FastifyRequest, secure: boolean): string | undefined =>
  request.cookies[cookieName(CHALLENGE_COOKIE, secure)];

export function setChallengeCookie(reply: FastifyReply, token: string, secure: boolean): void {
  reply.setCookie(cookieName(CHALLENGE_COOKIE, secure), token, {
    ...cookieAttributes(secure),
    sameSite: 'strict',
    maxAge: CHALLENGE_LIFETIME_MS / 1000,
  });
}

export function clearChallengeCookie(reply: FastifyReply, secure: boolean): void {
  reply.clearCookie(cookieName(CHALLENGE_COOKIE, secure), cookieAttributes(secure));
}

/** The token of a challenge for a passkey, in this browser. */
export const readPasskeyToken = (request: FastifyRequest, secure: boolean): string | undefined =>
  request.cookies[cookieName(PASSKEY_COOKIE, secure)];

export function setPasskeyCookie(reply: FastifyReply, token: string, secure: boolean): void {
  reply.setCookie(cookieName(PASSKEY_COOKIE, secure), token, {
    ...cookieAttributes(secure),
    sameSite: 'strict',
    maxAge: CHALLENGE_LIFETIME_MS / 1000,
  });
}

export function clearPasskeyCookie(reply: FastifyReply, secure: boolean): void {
  reply.clearCookie(cookieName(PASSKEY_COOKIE, secure), cookieAttributes(secure));
}

/** The token of a sign-in through the company that was begun in this browser. */
export const readCompanyToken = (request: FastifyRequest, secure: boolean): string | undefined =>
  request.cookies[cookieName(COMPANY_COOKIE, secure)];

/** Lax, because the browser comes back from the site of the company. */
export function setCompanyCookie(reply: FastifyReply, token: string, secure: boolean): void {
  reply.setCookie(cookieName(COMPANY_COOKIE, secure), token, {
    ...cookieAttributes(secure),
    maxAge: COMPANY_CHALLENGE_LIFETIME_MS / 1000,
  });
}

export function clearCompanyCookie(reply: FastifyReply, secure: boolean): void {
  reply.clearCookie(cookieName(COMPANY_COOKIE, secure), cookieAttributes(secure));
}

/** The token of the session in which a manager sees what a group sees. */
export const readViewAsToken = (request: FastifyRequest, secure: boolean): string | undefined =>
  request.cookies[cookieName(VIEW_AS_COOKIE, secure)];

export function setViewAsCookie(reply: FastifyReply, token: string, secure: boolean): void {
  reply.setCookie(cookieName(VIEW_AS_COOKIE, secure), token, {
    ...cookieAttributes(secure),
    maxAge: VIEW_AS_TIMEOUT_MS / 1000,
  });
}

export function clearViewAsCookie(reply: FastifyReply, secure: boolean): void {
  reply.clearCookie(cookieName(VIEW_AS_COOKIE, secure), cookieAttributes(secure));
}

export const readLinkAttemptToken = (request: FastifyRequest, secure: boolean): string | undefined =>
  request.cookies[cookieName(LINK_ATTEMPT_COOKIE, secure)];

/** Ends with the browser; the server forgets the attempt sooner. */
export function setLinkAttemptCookie(reply: FastifyReply, token: string, secure: boolean): void {
  reply.setCookie(cookieName(LINK_ATTEMPT_COOKIE, secure), token, cookieAttributes(secure));
}

export function clearLinkAttemptCookie(reply: FastifyReply, secure: boolean): void {
  reply.clearCookie(cookieName(LINK_ATTEMPT_COOKIE, secure), cookieAttributes(secure));
}

/** Names a cookie for each link, by a short hash: a cookie with a path could be set by a site of the same domain. */
const linkDeviceCookie = (slug: string, secure: boolean): string =>
  cookieName(`${LINK_DEVICE_COOKIE}_${createHash('sha256').update(slug).digest('hex').slice(0, 12)}`, secure);

/** The token of a browser that a link remembers. */
export const readLinkDeviceToken = (
  request: FastifyRequest,
  slug: string,
  secure: boolean,
): string | undefined => request.cookies[linkDeviceCookie(slug, secure)];

/** Sets the token of a browser that a link remembers until `expiresAt`, in milliseconds since the epoch. */
export function setLinkDeviceCookie(
  reply: FastifyReply,
  slug: string,
  { token, expiresAt }: { token: string; expiresAt: number },
  secure: boolean,
): void {
  const expires = new Date(expiresAt);
  reply.setCookie(linkDeviceCookie(slug, secure), token, { ...cookieAttributes(secure), expires });
}

export function clearLinkDeviceCookie(reply: FastifyReply, slug: string, secure: boolean): void {
  reply.clearCookie(linkDeviceCookie(slug, secure), cookieAttributes(secure));
}

/** More links than anybody visits; a header with more cookies does not fit. */
const MAX_DEVICES = 100;

/** The tokens of all links that remember this browser. */
export const readLinkDeviceTokens = (request: FastifyRequest, secure: boolean): string[] =>
  Object.entries(request.cookies)
    .flatMap(([name, value]) =>
      name.startsWith(`${cookieName(LINK_DEVICE_COOKIE, secure)}_`) && value !== undefined ? [value] : [],
    )
    .slice(0, MAX_DEVICES);
