import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#server/app/context.ts';
import type { AppError, ErrorCode } from '#server/app/errors.ts';
import { signDevice } from '#server/authorization/known-device.ts';
import { hasSecondFactor, mustSetUpFactor } from '#server/authorization/sign-in/second-factor-requirement.ts';
import { establishSession } from '#server/http/establish-session.ts';
import { type Exchange, type FindRefusalPage, serve } from '#server/http/serve.ts';
import {
  clearCompanyCookie,
  readCompanyToken,
  readDeviceToken,
  setChallengeCookie,
  setCompanyCookie,
  setDeviceCookie,
} from '#server/http/session-cookie.ts';
import * as contracts from '#shared/contracts/sign-in/company.ts';
import type { CompanyProblem } from '#shared/contracts/sign-in/company-problems.ts';
import { releaseSignInStart } from '../limit-sign-in-starts.ts';
import { presentSignedInUser } from '../presenter.ts';
import { secondFactorDue } from '../second-factor/second-factor-due.ts';
import { createChallenge } from '../second-factor/sign-in-challenge.ts';
import { CompanySignInError } from './company-settings.ts';
import {
  type CompanySignIn,
  completeCompanySignIn,
  linkCompanyAccount,
  startCompanySignIn,
} from './company-sign-in.ts';
import { readLocalPath } from './read-local-path.ts';

/** Sends the browser on; the answer is never cached. */
const redirect = (reply: FastifyReply, url: string): FastifyReply =>
  reply.code(303).header('location', url).send();

/** Refusals that do not come from the sign-in itself: limits, rules about addresses, a link that ended, an outage. */
const PROBLEMS: Partial<Record<ErrorCode, CompanyProblem>> = {
  'rate-limited': 'too-many',
  forbidden: 'address',
  unauthenticated: 'expired',
  unavailable: 'unavailable',
};

/** Returns the sign-in page with a step, and the page to open afterwards. */
const signInPage = (parameters: Record<string, string>): string => `/auth?${new URLSearchParams(parameters)}`;

/** A browser that followed a link sees the sign-in page in place of JSON. */
const isNavigation = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-mode'] === 'navigate' || (headers.accept ?? '').includes('text/html');

/**
 * Tells whether another site sent the browser. People who are signed in at the provider would become signed in here, or leave
 * another account, without an action of theirs; on the sign-in page they start it themselves.
 */
const isFromElsewhere = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site';

/** Shows problems of the sign-in on the sign-in page to browsers, and as an error to programs. */
const findRefusalPage: FindRefusalPage = (request, refusal) =>
  isNavigation(request) ? signInPage({ problem: findProblem(refusal) }) : undefined;

function findProblem(refusal: AppError): CompanyProblem {
  if (refusal instanceof CompanySignInError) return refusal.problem;
  return PROBLEMS[refusal.code] ?? 'failed';
}

/** Creates the session, unless the account has a second factor: the company takes the place of the password only. */
async function finishSignIn(
  ctx: Context,
  { user, provedAt, apply }: CompanySignIn,
  exchange: Exchange,
): Promise<'signed-in' | 'second-factor'> {
  const { secure } = ctx.config;
  clearCompanyCookie(exchange.reply, secure);
  if (await hasSecondFactor(ctx, user.id)) {
    setChallengeCookie(exchange.reply, await createChallenge(ctx, { user }), secure);
    await releaseSignInStart(ctx);
    return 'second-factor';
  }
  await establishSession(ctx, { userId: user.id, assurance: 'oidc', provedAt }, exchange, apply);
  await releaseSignInStart(ctx);
  setDeviceCookie(exchange.reply, signDevice(ctx, user), secure);
  return 'signed-in';
}

export function companyRoutes(app: FastifyInstance): void {
  serve(
    app,
    contracts.startCompanySignIn,
    async (ctx, { query }, exchange) => {
      if (isFromElsewhere(exchange.request)) {
        const next = readLocalPath(query.returnTo, ctx.config.publicUrl);
        return redirect(exchange.reply, signInPage({ next }));
      }
      const { url, token } = await startCompanySignIn(ctx, query);
      setCompanyCookie(exchange.reply, token, ctx.config.secure);
      return redirect(exchange.reply, url);
    },
    findRefusalPage,
  );
  serve(
    app,
    contracts.completeCompanySignIn,
    async (ctx, { query }, exchange) => {
      const { secure } = ctx.config;
      const answer = await completeCompanySignIn(ctx, query, {
        token: readCompanyToken(exchange.request, secure),
        deviceToken: readDeviceToken(exchange.request, secure),
      });
      const { returnTo } = answer;
      if (answer.kind === 'link') {
        setCompanyCookie(exchange.reply, answer.token, secure);
        return redirect(exchange.reply, signInPage({ step: 'link', next: returnTo }));
      }
      const outcome = await finishSignIn(ctx, answer.signIn, exchange);
      const page = outcome === 'signed-in' ? returnTo : signInPage({ step: 'code', next: returnTo });
      return redirect(exchange.reply, page);
    },
    findRefusalPage,
  );
  serve(app, contracts.linkCompanyAccount, async (ctx, { body }, exchange) => {
    const { secure } = ctx.config;
    const signIn = await linkCompanyAccount(ctx, body.password, {
      token: readCompanyToken(exchange.request, secure),
      deviceToken: readDeviceToken(exchange.request, secure),
    });
    const { user } = signIn;
    if ((await finishSignIn(ctx, signIn, exchange)) === 'second-factor')
      throw await secondFactorDue(ctx, user.id);
    return presentSignedInUser(user, await mustSetUpFactor(ctx, user.id));
  });
}
