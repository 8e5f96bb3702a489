import { type Context, type Services, withLock } from '#server/app/context.ts';
import { SUBJECT_ADDRESS_PURPOSE } from '#server/database/audit/persons/person-keys.ts';
import { accountKey } from '#server/modules/accounts/account-key.ts';
import { assertOtherAdministrator, hashesWithNames } from './describe-subject.ts';
import {
  destroyPersonKeys,
  findErasure,
  replacePerson,
  setErasureDone,
  setErasureFailed,
} from './erasure-queries.ts';
import { parseScope } from './erasure-scope.ts';
import { listAccounts } from './subject-queries.ts';

/** Carries out an erasure, in one transaction: a process that dies leaves it as it was, and the next one repeats it. */
export function eraseSubject(before: Context, erasureId: number): Promise<void> {
  return withLock(before, 'users', async (ctx) => {
    const erasure = await findErasure(ctx.db, erasureId);
    if (!erasure?.encrypted_address) return;
    const address = ctx.encryptor.decrypt(SUBJECT_ADDRESS_PURPOSE, erasure.encrypted_address);
    const { accountIds, statements } = parseScope(erasure.scope);
    // The address does not identify the account: somebody may have registered with it since.
    const scope = { emailKey: accountKey(address), accounts: await listAccounts(ctx.db, accountIds) };
    await assertOtherAdministrator(ctx, scope);
    // This comes before the names are replaced, by which they are found.
    const hashes = hashesWithNames(ctx, scope);
    await replacePerson(ctx.db, scope, {
      erasureId,
      deletesStatements: statements === 'delete',
      now: ctx.now(),
    });
    await destroyPersonKeys(ctx.db, hashes, ctx.now());
    await setErasureDone(ctx.db, erasure, ctx.now());
  });
}

/** Marks an erasure whose job failed three times, unless it was carried out. */
export const abandonErasure = ({ db }: Pick<Services, 'db'>, erasureId: number): Promise<void> =>
  setErasureFailed(db, erasureId);
