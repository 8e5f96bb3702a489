import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import type { Identity } from '#server/engines/identity/identity-provider.ts';
import { emailField, username as usernameField } from '#shared/contracts/fields/account-fields.ts';
import type { SignInSettings } from '#shared/contracts/sign-in/sign-in-settings.ts';
import { MAX_USERNAME_LENGTH } from '#shared/domain/limits.ts';
import { accountKey } from '../account-key.ts';
import { insertAccount } from '../create-account.ts';
import { listUsersByKeys, setUser, type UserRow } from '../queries.ts';
import { createMissingPassword, hasNoPassword } from './company-account.ts';
import { CompanySignInError, isDomainListed, makesAdministrator } from './company-settings.ts';
import { findLinkedUser, findUserByEmail, hasOtherAdministrator, setLink } from './queries.ts';

/** The account that signs in, or the one whose password must be proved first. */
type FoundAccount = { user: UserRow } | { provesPasswordOf: UserRow };

/**
 * Finds the account of an identity: by issuer and subject; else by an address that the issuer verified, of an account without a
 * password whose address is verified here too; else a new one, if the settings allow it. An account with a password is only
 * linked by proving that. The address must belong to a listed domain at every sign-in.
 */
export function findCompanyAccount(
  ctx: Context,
  identity: Identity,
  settings: SignInSettings,
): Promise<FoundAccount> {
  return withLock(ctx, 'users', async (ctx) => {
    const noAccess = () => new CompanySignInError('no-access', settings.companyName);
    const email = emailField('invalid').safeParse(identity.email).data;
    if (email === undefined || !isDomainListed(email, settings.companyDomains)) throw noAccess();
    const linked = await findLinkedUser(ctx.db, identity);
    if (linked) return { user: await applyAdministratorClaim(ctx, linked, identity, settings) };
    const existing = await findUserByEmail(ctx.db, accountKey(email));
    if (existing && !hasNoPassword(existing)) return { provesPasswordOf: existing };
    // An address that the provider did not verify is what the person typed there.
    if (!identity.isEmailVerified) throw noAccess();
    // An address that nobody verified here is not used either: its user could have entered that of a colleague.
    if (existing && existing.email_verified_at === null) throw noAccess();
    if (!existing && !settings.companyCreatesAccounts) throw noAccess();
    const user = existing ?? (await createCompanyAccount(ctx, identity, email));
    await linkAccount(ctx, user, identity);
    return { user: await applyAdministratorClaim(ctx, user, identity, settings) };
  });
}

/** Links an identity with an account and records it. Belongs in a transaction. */
export async function linkAccount(
  ctx: Context,
  user: UserRow,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
): Promise<void> {
  await setLink(ctx.db, { issuer, subject, user_id: user.id, created_at: ctx.now() });
  await audit(ctx, {
    action: 'user.link-company',
    object: { kind: 'user', id: user.id, name: user.username },
    details: { issuer },
  });
}

async function createCompanyAccount(ctx: Context, identity: Identity, email: string): Promise<UserRow> {
  const username = await chooseUsername(ctx, identity.preferredName, email);
  const account = { username, email, isAdmin: false, hasVerifiedEmail: true };
  return insertAccount(ctx, account, createMissingPassword(), 'user.create');
}

const MAX_NUMBER = 99;
const MAX_NUMBER_LENGTH = 2;

/** Chooses a name that nobody has: the one of the provider, or the first part of the address, with a number if needed. */
async function chooseUsername(ctx: Context, preferred: string | undefined, email: string): Promise<string> {
  const wanted = [preferred?.split('@')[0], email.split('@')[0]?.replace(/\s/g, '')];
  const valid = wanted
    .map((name) => usernameField.safeParse(name?.slice(0, MAX_USERNAME_LENGTH - MAX_NUMBER_LENGTH)).data)
    .find((name) => name !== undefined);
  const base = valid ?? 'user';
  const candidates = [base, ...Array.from({ length: MAX_NUMBER - 1 }, (_, index) => `${base}${index + 2}`)];
  const taken = await listUsersByKeys(ctx.db, candidates.map(accountKey));
  const isTaken = (name: string) =>
    taken.some(({ username_key, email_key }) => [username_key, email_key].includes(accountKey(name)));
  return candidates.find((name) => !isTaken(name)) ?? `${base}${ctx.now()}`.slice(0, MAX_USERNAME_LENGTH);
}

/**
 * Gives administrator rights to those whose claim says so. Takes them from accounts of the company whose claim no longer does,
 * but never from the last administrator; those of accounts with a password are the installation's own decision.
 */
async function applyAdministratorClaim(
  ctx: Context,
  user: UserRow,
  { claims }: Identity,
  { companyAdminClaim }: SignInSettings,
): Promise<UserRow> {
  if (companyAdminClaim === '') return user;
  const isAdmin = makesAdministrator(claims, companyAdminClaim);
  if (isAdmin === (user.is_admin === 1)) return user;
  if (!isAdmin && (!hasNoPassword(user) || !(await hasOtherAdministrator(ctx.db, user.id)))) return user;
  await setUser(ctx.db, user.id, { is_admin: isAdmin ? 1 : 0 });
  await audit(ctx, {
    action: 'user.update',
    object: { kind: 'user', id: user.id, name: user.username },
    details: { changes: { isAdmin }, byCompany: true },
  });
  return { ...user, is_admin: isAdmin ? 1 : 0 };
}
