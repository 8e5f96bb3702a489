import { createHash } from 'node:crypto';
import { audit } from '#server/app/audit.ts';
import { type Context, transaction } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadTerms } from '#server/authorization/links/load-terms.ts';
import { loadCurrentUser } from '#server/modules/accounts/load-current-user.ts';
import * as queries from './queries.ts';

const asVersion = (text: string, now: number) => ({
  text,
  text_sha256: createHash('sha256').update(text).digest('hex'),
  created_at: now,
});

/** Creates terms with their first version; returns their id. */
export async function createTerms(ctx: Context, { name, text }: { name: string; text: string }) {
  const owner = await loadCurrentUser(ctx);
  return transaction(ctx, async (ctx) => {
    const now = ctx.now();
    const id = await queries.insertTerms(ctx.db, { owner_id: owner.id, name, created_at: now });
    await queries.insertVersion(ctx.db, { terms_id: id, number: 1, ...asVersion(text, now) });
    await audit(ctx, { action: 'terms.create', object: { kind: 'terms', id, name } });
    return id;
  });
}

/** Publishes a new version. Visitors in links that ask for the terms accept it before their next request. */
export function publishTerms(ctx: Context, id: number, text: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await queries.lockTerms(ctx.db, id);
    const { name } = await loadTerms(ctx, id, 'update');
    const current = await queries.findCurrentVersion(ctx.db, id);
    if (current?.text === text) {
      const message = 'This is the current text. Change it to publish a new version.';
      throw new AppError('invalid', message, { fields: { text: message } });
    }
    const number = (current?.number ?? 0) + 1;
    await queries.insertVersion(ctx.db, { terms_id: id, number, ...asVersion(text, ctx.now()) });
    await audit(ctx, {
      action: 'terms.publish',
      object: { kind: 'terms', id, name },
      details: { version: number },
    });
  });
}

export function renameTerms(ctx: Context, id: number, name: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const before = await loadTerms(ctx, id, 'update');
    await queries.setTerms(ctx.db, id, { name });
    await audit(ctx, {
      action: 'terms.rename',
      object: { kind: 'terms', id, name },
      details: { before: before.name },
    });
  });
}

/** Deletes terms that no link asks for, since a link without them would admit people who have not accepted. */
export function deleteTerms(ctx: Context, id: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await queries.lockTerms(ctx.db, id);
    const { name } = await loadTerms(ctx, id, 'delete');
    const { links } = await queries.findListedTerms(ctx.db, id);
    if (links > 0)
      throw new AppError('conflict', 'Links ask for these terms. Remove the terms from the links first.');
    await queries.setTerms(ctx.db, id, { deleted_at: ctx.now() });
    await audit(ctx, { action: 'terms.delete', object: { kind: 'terms', id, name } });
  });
}

/** Checks that the actor may have a link ask for the terms, which cannot be deleted until the transaction ends. */
export async function assertMayRequireTerms(ctx: Context, id: number): Promise<void> {
  await queries.lockTerms(ctx.db, id);
  await loadTerms(ctx, id, 'require');
}
