import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { assertReauthenticated } from '#server/authorization/sign-in/reauthentication.ts';
import { isAdmin } from '#shared/policies/actor.ts';
import { listTrashed, type TrashCursor, type TrashedRow } from './list-queries.ts';
import { purgeFile } from './purge-file.ts';
import { purgeFolder } from './purge-folder.ts';

const PAGE_SIZE = 100;

/**
 * Purges the actor's own items, even if an administrator may purge those of others. Each item has a transaction
 * of its own: if interrupted, the rest is still in the trash.
 */
export async function emptyTrash(ctx: Context): Promise<{ purged: number; kept: number }> {
  authorizeSystemAction(ctx.actor, 'useTrash');
  if (isAdmin(ctx.actor)) await assertReauthenticated(ctx);
  const counts = { purged: 0, kept: 0 };
  let after: TrashCursor | undefined;
  for (;;) {
    const page = await listTrashed(ctx.db, ctx, { ownOnly: true, limit: PAGE_SIZE, after });
    for (const thing of page) counts[(await tryPurge(ctx, thing)) ? 'purged' : 'kept'] += 1;
    const last = page.at(-1);
    if (!last) return counts;
    after = { deletedAt: last.deleted_at, kind: last.kind, id: last.id };
  }
}

/** Leaves an item that the actor may not purge, or no longer; a session that ended meanwhile ends the call. */
async function tryPurge(ctx: Context, { kind, id }: TrashedRow): Promise<boolean> {
  try {
    await (kind === 'file' ? purgeFile(ctx, id) : purgeFolder(ctx, id));
    return true;
  } catch (refusal) {
    if (refusal instanceof AppError && refusal.code !== 'unauthenticated') return false;
    throw refusal;
  }
}
