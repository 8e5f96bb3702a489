import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { findKnownDevice } from '#server/authorization/known-device.ts';
import { hasSecondFactor } from '#server/authorization/sign-in/second-factor-requirement.ts';
import { releaseAttempt, signInCounters } from '#server/authorization/sign-in-limits.ts';
import { IssuerUnreachableError } from '#server/engines/identity/fetch-from-issuer.ts';
import type { Identity } from '#server/engines/identity/identity-provider.ts';
import { checkPassword } from '../check-password.ts';
import { recordSignIn } from '../confirm-sign-in.ts';
import { limitSignInStarts } from '../limit-sign-in-starts.ts';
import { findUser, type UserRow } from '../queries.ts';
import {
  createCompanyChallenge,
  endPendingLink,
  findPendingLink,
  takePendingSignIn,
} from './company-challenge.ts';
import { CompanySignInError, requireCompany } from './company-settings.ts';
import { findCompanyAccount, linkAccount } from './find-account.ts';
import { findLinkedUser } from './queries.ts';
import { readLocalPath } from './read-local-path.ts';

const callbackUrl = ({ config }: Pick<Context, 'config'>): string => `${config.publicUrl}/api/oidc/callback`;

/** Begins a sign-in; returns where to send the browser and the token that binds the sign-in to it. */
export async function startCompanySignIn(
  ctx: Context,
  { returnTo, again = false }: { returnTo?: string | undefined; again?: boolean | undefined },
): Promise<{ url: string; token: string }> {
  const { provider, settings } = await requireCompany(ctx);
  await limitSignInStarts(ctx);
  const { url, pending } = await provider.begin(callbackUrl(ctx), again).catch((error: unknown) => {
    throw asSignInError(error, settings.companyName);
  });
  const challenge = { ...pending, returnTo: readLocalPath(returnTo, ctx.config.publicUrl) };
  return { url, token: await createCompanyChallenge(ctx, 'oidc', challenge) };
}

function asSignInError(error: unknown, name: string): unknown {
  return error instanceof IssuerUnreachableError ? new CompanySignInError('unreachable', name, error) : error;
}

/** Somebody whom the provider vouched for, or who must prove a password first. */
type CompanyAnswer =
  | { readonly kind: 'signed-in'; readonly signIn: CompanySignIn; readonly returnTo: string }
  | { readonly kind: 'link'; readonly token: string; readonly returnTo: string };

export interface CompanySignIn {
  readonly user: UserRow;
  /** When the person last proved their identity at the provider; 0 if it does not say. */
  readonly provedAt: number;
  /**
   * Records the sign-in, or refuses it if the account or its link ended, or it got a second factor. Runs in the transaction that
   * creates the session.
   */
  apply(ctx: Context, userAgent: string): Promise<void>;
}

/** Checks the answer with which the provider sent the browser back, and finds the account. */
export async function completeCompanySignIn(
  ctx: Context,
  query: Readonly<Record<string, unknown>>,
  { token, deviceToken }: { token: string | undefined; deviceToken: string | undefined },
): Promise<CompanyAnswer> {
  const { provider, settings } = await requireCompany(ctx);
  const pending = await takePendingSignIn(ctx, token);
  if (!pending) throw new CompanySignInError('expired', settings.companyName);
  const identity = await provider.complete(buildAnswerUrl(ctx, query), pending).catch((error: unknown) => {
    throw asSignInError(error, settings.companyName);
  });
  if (!identity) throw new CompanySignInError('failed', settings.companyName);
  const { returnTo } = pending;
  const found = await findCompanyAccount(ctx, identity, settings);
  if ('user' in found) {
    const signIn = buildSignIn(ctx, found.user, identity, deviceToken);
    return { kind: 'signed-in', signIn, returnTo };
  }
  return { kind: 'link', token: await beginLink(ctx, identity, found.provesPasswordOf), returnTo };
}

/** Rebuilds the address that the provider called, whatever a proxy made of it. */
function buildAnswerUrl(ctx: Context, query: Readonly<Record<string, unknown>>): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  );
  return `${callbackUrl(ctx)}?${new URLSearchParams(parameters)}`;
}

const beginLink = (ctx: Context, identity: Identity, user: UserRow): Promise<string> => {
  const { issuer, subject, provedMsAgo = null } = identity;
  return createCompanyChallenge(ctx, 'oidc-link', { issuer, subject, provedMsAgo }, user.id);
};

function buildSignIn(
  ctx: Context,
  user: UserRow,
  { issuer, subject, provedMsAgo }: Pick<Identity, 'issuer' | 'subject' | 'provedMsAgo'>,
  deviceToken: string | undefined,
): CompanySignIn {
  const isNewDevice = findKnownDevice(ctx, user, deviceToken) === undefined;
  return {
    user,
    provedAt: provedMsAgo === undefined ? 0 : ctx.now() - provedMsAgo,
    apply: (ctx, userAgent) =>
      withLock(ctx, 'users', async (ctx) => {
        // Whatever removes a link holds this lock too.
        const current = await findLinkedUser(ctx.db, { issuer, subject });
        if (current?.id !== user.id || (await hasSecondFactor(ctx, user.id)))
          throw new AppError('unauthenticated', 'The sign-in has expired. Please start again.');
        await recordSignIn(ctx, { user: current, assurance: 'oidc', isNewDevice }, userAgent);
      }),
  };
}

/** Links the identity of this browser with the account of its address, whose password it proves. Limits as at sign-in apply. */
export async function linkCompanyAccount(
  ctx: Context,
  password: string,
  { token = '', deviceToken }: { token: string | undefined; deviceToken: string | undefined },
): Promise<CompanySignIn> {
  const { settings } = await requireCompany(ctx);
  const expired = () => new CompanySignInError('expired', settings.companyName);
  const pending = await findPendingLink(ctx, token);
  const user = pending && (await findUser(ctx.db, pending.userId));
  if (!pending || !user) throw expired();
  const owner = { userId: user.id, name: user.username_key };
  const counters = signInCounters(ctx, owner, findKnownDevice(ctx, user, deviceToken));
  const attempt = await checkPassword(ctx, user, password, counters);
  if (!attempt) throw new AppError('unauthenticated', 'Wrong password.');
  return withLock(ctx, 'users', async (ctx) => {
    const current = await findUser(ctx.db, user.id);
    if (current?.password_hash !== user.password_hash || !(await endPendingLink(ctx, token))) throw expired();
    await releaseAttempt(ctx, attempt);
    await linkAccount(ctx, current, pending.link);
    // The password was proved at this moment.
    return buildSignIn(ctx, current, { ...pending.link, provedMsAgo: 0 }, deviceToken);
  });
}
