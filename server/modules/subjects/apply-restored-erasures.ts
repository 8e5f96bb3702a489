import { type Context, withLock } from '#server/app/context.ts';
import {
  hashSubject,
  normalizeName,
  SUBJECT_ADDRESS_PURPOSE,
} from '#server/database/audit/persons/person-keys.ts';
import { removeAccount } from '#server/modules/users/remove-account.ts';
import { findScope } from './describe-subject.ts';
import { eraseSubject } from './erase-subject.ts';
import { destroyPersonKeys } from './erasure-queries.ts';
import { parseScope } from './erasure-scope.ts';
import {
  listKnownAddresses,
  listRestoredErasures,
  setErasurePerson,
  setErasureWithoutAddress,
} from './restored-erasure-queries.ts';

/**
 * Carries out the erasures that a restore took from a list, before the server answers anybody. The list has keyed hashes, so the
 * addresses of the installation are hashed once to find these people. What their accounts own stays with the erased accounts: no
 * administrator gets it by a restore.
 */
export async function applyRestoredErasures(ctx: Context): Promise<void> {
  const pending = await listRestoredErasures(ctx.db);
  if (pending.length === 0) return;
  const wanted = new Set(pending.map(({ subject_hash }) => subject_hash));
  const addressOf = new Map<string, string>();
  for await (const addresses of listKnownAddresses(ctx.db))
    for (const address of addresses.map(normalizeName)) {
      const hash = hashSubject(ctx, 'address', address);
      if (wanted.has(hash)) addressOf.set(hash, address);
    }
  for (const { id, subject_hash, scope } of pending) {
    const address = addressOf.get(subject_hash);
    if (address === undefined)
      await withLock(ctx, 'users', async (ctx) => {
        await destroyPersonKeys(ctx.db, [subject_hash], ctx.now());
        await setErasureWithoutAddress(ctx.db, id, ctx.now());
      });
    else {
      await withLock(ctx, 'users', (ctx) =>
        withLock(ctx, 'folder-tree', async (ctx) => {
          const { accounts } = await findScope(ctx, address);
          for (const account of accounts)
            if (account.deleted_at === null) await removeAccount(ctx, account, undefined);
          await setErasurePerson(ctx.db, id, {
            encrypted_address: ctx.encryptor.encrypt(SUBJECT_ADDRESS_PURPOSE, address),
            scope: JSON.stringify({ ...parseScope(scope), accountIds: accounts.map(({ id }) => id) }),
          });
        }),
      );
      await eraseSubject(ctx, id);
    }
  }
}
