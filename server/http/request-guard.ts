import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context, Services } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { assertTokenAllows } from '#server/authorization/api-tokens/assert-token-allows.ts';
import { findTokenActor } from '#server/authorization/api-tokens/find-token-actor.ts';
import { assertMayChange, findViewedActor } from '#server/authorization/groups/view-as.ts';
import { isSameActor, reloadActor } from '#server/authorization/reload-actor.ts';
import { findCaller } from '#server/authorization/sign-in/find-session.ts';
import type { RequestConditions } from '#server/authorization/sign-in/request-conditions.ts';
import type { Endpoint } from '#shared/contracts/endpoint.ts';
import { ADDRESS_REFUSED } from '#shared/domain/messages.ts';
import type { Actor } from '#shared/policies/actor.ts';
import { isAdmin } from '#shared/policies/actor.ts';
import { readBearerToken } from './bearer-token.ts';
import { readSessionToken, readViewAsToken } from './session-cookie.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Destinations of what scripts and links of our own pages ask for; the others are images, frames and the like. */
const OWN_DESTINATIONS = new Set(['empty', 'document']);

/**
 * Refuses changes from other sites. A browser names the origin of a request; a script does not, and sends no
 * foreign cookie. It names no origin of a GET: one that changes something is refused from other hosts of the same site and
 * for an image or frame too.
 */
function assertSameOrigin(request: FastifyRequest, endpoint: Endpoint, publicOrigin: string): void {
  const isSafe = SAFE_METHODS.has(request.method);
  if (isSafe && !endpoint.hasSideEffects) return;
  const { origin, host, 'sec-fetch-site': site, 'sec-fetch-dest': destination } = request.headers;
  const isForeign = origin !== undefined && origin !== publicOrigin && URL.parse(origin)?.host !== host;
  const isEmbedded =
    isSafe &&
    (site === 'same-site' || (typeof destination === 'string' && !OWN_DESTINATIONS.has(destination)));
  if (isForeign || isEmbedded || site === 'cross-site') {
    throw new AppError('forbidden', 'This request comes from another site and was refused');
  }
}

/** Refuses actors of a kind that may not make the call, and API tokens that do not allow it. */
export function assertCallerAllowed(actor: Actor, endpoint: Endpoint): void {
  const { caller } = endpoint;
  assertTokenAllows(actor, endpoint);
  if (caller === 'anyone') return;
  if (actor.kind === 'user' && actor.mustChangePassword && !endpoint.availableBeforePasswordChange)
    throw new AppError('password-change-required', 'Choose a new password first');
  if (actor.kind === 'user' && actor.mustSetUpFactor && !endpoint.availableBeforeFactorSetup)
    throw new AppError('second-factor-setup-required', 'Set up a second factor first');
  if (actor.kind === 'anonymous')
    throw new AppError('unauthenticated', actor.isRefusedHere ? ADDRESS_REFUSED : 'Sign in first');
  if (actor.kind === 'visitor' && actor.mustAcceptTerms)
    throw new AppError('terms-required', 'Accept the current terms on the page of the link first');
  if (caller === 'actor') return;
  if (actor.kind === 'visitor')
    throw new AppError('forbidden', 'Visitors have view-only access. Sign in with an account to do this.');
  if (caller === 'administrator' && !isAdmin(actor)) {
    throw new AppError('forbidden', 'Only administrators can do this');
  }
}

/**
 * Returns what admits the actor of a call once more while it is under way. Calls for everybody decide about their actor
 * themselves, and work that goes on in another name has no session to lose.
 */
export function createReadmission(admitted: Actor, endpoint: Endpoint): Context['readmit'] {
  if (endpoint.caller === 'anyone' || admitted.kind === 'anonymous') return undefined;
  return async (ctx) => {
    if (!isSameActor(admitted, ctx.actor)) return ctx.actor;
    const actor = await reloadActor(ctx);
    assertCallerAllowed(actor, endpoint);
    return actor;
  };
}

/**
 * Runs at each request once the actor is known; throws to refuse. What was read just now with the session need not be read again.
 */
export type RequestGuard = (
  ctx: FastifyRequest['ctx'],
  endpoint: Endpoint,
  known?: RequestConditions,
) => Promise<void>;

/**
 * Determines the actor and refuses before a byte of the body is read. A body may take long to arrive, so a
 * change is checked again after it: rights revoked meanwhile count. Uploads, whose handlers read the body,
 * check again when they write (`reauthorizeUpload`).
 */
export function registerRequestGuards(
  app: FastifyInstance,
  services: Services,
  guards: readonly RequestGuard[],
): void {
  const publicOrigin = new URL(services.config.publicUrl).origin;
  app.decorateRequest('ctx');
  app.addHook('onRequest', async (request) => {
    const { endpoint } = request.routeOptions.config;
    if (!endpoint) return;
    request.ctx = { ...services, actor: { kind: 'anonymous' }, address: request.ip };
    assertSameOrigin(request, endpoint, publicOrigin);
    const apiToken = readBearerToken(request);
    if (apiToken !== undefined) {
      // Cookies are ignored: a program has the rights of its token alone.
      await admit(request, endpoint, { actor: await findTokenActor(request.ctx, apiToken), apiToken });
      return;
    }
    const { secure } = services.config;
    const sessionToken = readSessionToken(request, secure);
    const viewAsToken = readViewAsToken(request, secure);
    const leavesIdle = endpoint.leavesSessionIdle;
    const { actor: own, conditions } = await findCaller(request.ctx, sessionToken, { leavesIdle });
    const viewed = await findViewedActor(services, { sessionToken, viewAsToken }, own);
    const tokens = { sessionToken, viewAsToken: viewed && viewAsToken };
    await admit(request, endpoint, { actor: viewed ?? own, ...tokens }, conditions);
  });
  app.addHook('preValidation', async (request) => {
    const { endpoint } = request.routeOptions.config;
    if (!endpoint || SAFE_METHODS.has(request.method)) return;
    // The handler of a form reads its body, of which nothing has arrived yet, and the transaction that follows admits again.
    if (!endpoint.multipart || !request.isMultipart())
      await admit(request, endpoint, { actor: await reloadActor(request.ctx) });
    request.ctx = { ...request.ctx, readmit: createReadmission(request.ctx.actor, endpoint) };
  });

  async function admit(
    request: FastifyRequest,
    endpoint: Endpoint,
    caller: Pick<FastifyRequest['ctx'], 'actor' | 'sessionToken' | 'apiToken' | 'viewAsToken'>,
    known?: RequestConditions,
  ): Promise<void> {
    request.ctx = { ...request.ctx, ...caller };
    assertMayChange(caller.actor, endpoint);
    for (const check of guards) await check(request.ctx, endpoint, known);
    assertCallerAllowed(caller.actor, endpoint);
  }
}
