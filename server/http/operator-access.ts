import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { findActor } from '#server/authorization/sign-in/find-session.ts';
import { type Actor, isAdmin } from '#shared/policies/actor.ts';
import { readSessionToken } from './session-cookie.ts';

const OPERATOR_ROUTES = new Set(['/metrics', '/api/openapi.json']);
const LOOPBACK_ADDRESS = /^(?:(?:::ffff:)?127\.\d+\.\d+\.\d+|::1)$/;
const LOOPBACK_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i;
/** Set by reverse proxies, whose own connections may come from loopback. */
const FORWARDING_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/**
 * Restricts `/metrics`, `/api/openapi.json` and the details of `/readyz` to operators: requests from loopback, with
 * `METRICS_TOKEN`, or of an administrator. Others get the status of `/readyz` alone.
 */
export function restrictOperatorRoutes(app: FastifyInstance, services: Services): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!OPERATOR_ROUTES.has(request.routeOptions.url ?? '') || (await isOperator(request, services))) return;
    reply.header('www-authenticate', 'Bearer');
    throw new AppError(
      'unauthenticated',
      'Sign in as an administrator, or send METRICS_TOKEN as a bearer token.',
    );
  });
  app.addHook('preSerialization', async (request, _reply, payload) => {
    if (request.routeOptions.url !== '/readyz' || !hasStatus(payload)) return payload;
    return (await isOperator(request, services)) ? payload : { status: payload.status };
  });
}

const hasStatus = (payload: unknown): payload is { status: unknown } =>
  typeof payload === 'object' && payload !== null && 'status' in payload;

async function isOperator(request: FastifyRequest, services: Services): Promise<boolean> {
  const { metricsToken, secure } = services.config;
  if (isFromLoopback(request) || hasBearerToken(request, metricsToken)) return true;
  const sessionToken = readSessionToken(request, secure);
  if (sessionToken === undefined) return false;
  // The readiness of a node must be known while its database is unavailable.
  return findActor(services, { sessionToken, address: request.ip }).then(isSignedInAdmin, () => false);
}

/** Not before the password or the second factor that is required of them. */
const isSignedInAdmin = (actor: Actor): boolean =>
  actor.kind === 'user' && isAdmin(actor) && !actor.mustChangePassword && !actor.mustSetUpFactor;

/** Recognizes a direct request from this machine: one through a proxy has forwarding headers or the public host name. */
function isFromLoopback({ socket, headers }: FastifyRequest): boolean {
  return (
    LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '') &&
    LOOPBACK_HOST.test(headers.host ?? '') &&
    FORWARDING_HEADERS.every((name) => headers[name] === undefined)
  );
}

function hasBearerToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  const [scheme, given] = headers.authorization?.split(' ') ?? [];
  if (token === undefined || given === undefined || scheme?.toLowerCase() !== 'bearer') return false;
  return timingSafeEqual(sha256(given), sha256(token));
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
