import { createHash } from 'node:crypto';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import {
  hashSubject,
  listKeysOfSubjects,
  normalizeName,
} from '#server/database/audit/persons/person-keys.ts';
import { accountKey } from '#server/modules/accounts/account-key.ts';
import type { ErasurePreview, Subject } from '#shared/contracts/subjects/subjects.ts';
import { countAuditEntries, countUnchangeable } from './entry-count-queries.ts';
import {
  type AddressScope,
  countCategories,
  countOtherAdministrators,
  listAccountsOf,
  listRoomsOf,
  namesOf,
  type Scope,
} from './subject-queries.ts';

/** Finds the person with an address; anybody can be one, also without anything stored. */
export async function findScope({ db }: Pick<Context, 'db'>, email: string): Promise<AddressScope> {
  const emailKey = accountKey(email.trim());
  return { emailKey, accounts: await listAccountsOf(db, emailKey) };
}

/** Returns the keyed hashes by which the log knows the accounts and the address of the person, and nobody else. */
export const hashesOf = (ctx: Pick<Context, 'signingKeys'>, { emailKey, accounts }: Scope): string[] => [
  ...(emailKey ? [hashSubject(ctx, 'address', normalizeName(emailKey))] : []),
  ...accounts.map(({ id }) => hashSubject(ctx, 'user', id)),
];

/** Adds those of texts that somebody typed as the name of the person. Others may have the same name. */
export const hashesWithNames = (ctx: Pick<Context, 'signingKeys'>, scope: Scope): string[] => [
  ...hashesOf(ctx, scope),
  ...namesOf(scope).map((name) => hashSubject(ctx, 'typed', name)),
];

/** Describes what is stored about a person, by counts. */
export async function describeSubject(ctx: Context, scope: AddressScope): Promise<Subject> {
  const { emailKey, accounts } = scope;
  const keys = await listKeysOfSubjects(ctx.db, hashesWithNames(ctx, scope));
  const entries = await countAuditEntries(
    ctx.db,
    scope,
    keys.map(({ id }) => id),
  );
  const categories = [
    ...(await countCategories(ctx.db, scope)),
    ...entries,
    ...(await countUnchangeable(ctx.db, scope)),
  ];
  return {
    email: emailKey,
    accounts: accounts.map(({ id, username, is_admin, deleted_at }) => ({
      id,
      username,
      isAdmin: is_admin === 1,
      isDeleted: deleted_at !== null,
    })),
    notice: accounts.length > 1 ? `This address belonged to ${accounts.length} accounts.` : null,
    categories,
    rooms: await listRoomsOf(ctx.db, scope, ctx.actor),
  };
}

/** Describes what an erasure would do. Refuses for oneself and the last administrator. */
export async function previewErasure(ctx: Context, scope: AddressScope): Promise<ErasurePreview> {
  const active = scope.accounts.filter(({ deleted_at }) => deleted_at === null);
  const ids = active.map(({ id }) => id);
  await assertOtherAdministrator(ctx, scope);
  if (ctx.actor.kind === 'user' && ids.includes(ctx.actor.id))
    throw new AppError('conflict', 'Ask another administrator.');
  const subject = await describeSubject(ctx, scope);
  return { ...subject, hash: hashPreview(subject) };
}

/** Refuses for the last administrator. */
export async function assertOtherAdministrator(
  { db }: Pick<Context, 'db'>,
  { accounts }: Scope,
): Promise<void> {
  const active = accounts.filter(({ deleted_at }) => deleted_at === null);
  const ids = active.map(({ id }) => id);
  if (active.some(({ is_admin }) => is_admin === 1) && (await countOtherAdministrators(db, ids)) === 0)
    throw new AppError('conflict', 'The last administrator cannot be erased.');
}

/** Hashes what the administrator saw, except for the entries of the log, which grow with the preview itself. */
function hashPreview({ accounts, categories, email, rooms }: Subject): string {
  const stable = categories.filter(({ name }) => name !== 'auditEntries' && name !== 'sessions');
  return createHash('sha256')
    .update(JSON.stringify([email, accounts, stable, rooms]))
    .digest('hex');
}
