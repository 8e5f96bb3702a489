import { type Context, withLock } from '#server/app/context.ts';
import { SUBJECT_ADDRESS_PURPOSE } from '#server/database/audit/persons/person-keys.ts';
import { findScope, hashesWithNames } from './describe-subject.ts';
import { destroyPersonKeys, findErasure, replacePerson, setErasureDone } from './erasure-queries.ts';
import { parseScope } from './erasure-scope.ts';

/** Carries out an erasure, in one transaction: a process that dies leaves it as it was, and the next one repeats it. */
export function eraseSubject(before: Context, erasureId: number): Promise<void> {
  return withLock(before, 'users', async (ctx) => {
    const erasure = await findErasure(ctx.db, erasureId);
    if (!erasure?.encrypted_address) return;
    const address = ctx.encryptor.decrypt(SUBJECT_ADDRESS_PURPOSE, erasure.encrypted_address);
    const scope = await findScope(ctx, address);
    const { statements } = parseScope(erasure.scope);
    // Before the names are replaced, by which they are found.
    const hashes = hashesWithNames(ctx, scope);
    await replacePerson(ctx.db, scope, { deletesStatements: statements === 'delete', now: ctx.now() });
    await destroyPersonKeys(ctx.db, hashes, ctx.now());
    await setErasureDone(ctx.db, erasureId, ctx.now());
  });
}
