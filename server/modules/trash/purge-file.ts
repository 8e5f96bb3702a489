import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { loadTrashedFile } from '#server/authorization/load-trashed.ts';
import { assertReauthenticated } from '#server/authorization/sign-in/reauthentication.ts';
import { isAdmin } from '#shared/policies/actor.ts';
import { setFilePurged } from './purge-queries.ts';

/** Removes a file from the trash for good. */
export function purgeFile(ctx: Context, id: number): Promise<void> {
  return withLock(ctx, 'folder-tree', async (ctx) => {
    const { name } = await loadTrashedFile(ctx, id, 'purge');
    if (isAdmin(ctx.actor)) await assertReauthenticated(ctx);
    await purgeAuthorizedFile(ctx, { id, name });
  });
}

/** Purges without a check, for actors who are authorized already. */
export async function purgeAuthorizedFile(
  ctx: Context,
  { id, name }: { id: number; name: string },
): Promise<void> {
  await setFilePurged(ctx.db, id, ctx.now());
  await publish(ctx, 'file.purged', { fileId: id });
  await audit(ctx, { action: 'file.purge', object: { kind: 'file', id, name } });
}
