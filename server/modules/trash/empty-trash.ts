import { authorizeInRoom } from '#server/authorization/authorize.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { listTrashed, type TrashedRow, type TrashPlace } from './list-queries.ts';
import { purgeFile } from './purge-file.ts';
import { purgeFolder } from './purge-folder.ts';

const PAGE = 100;

/**
 * Purges what belongs to the actor, an administrator's rights over others' things left aside. Each thing in a
 * transaction of its own: broken off, the rest is still in the trash.
 */
export async function emptyTrash(ctx: Context): Promise<{ purged: number; kept: number }> {
  authorizeInRoom(ctx.actor, 'useTrash');
  const counts = { purged: 0, kept: 0 };
  let after: TrashPlace | undefined;
  for (;;) {
    const page = await listTrashed(ctx.db, ctx.actor, { ownOnly: true, limit: PAGE, after });
    for (const thing of page) counts[(await isPurged(ctx, thing)) ? 'purged' : 'kept'] += 1;
    const last = page.at(-1);
    if (!last) return counts;
    after = { deletedAt: last.deleted_at, kind: last.kind, id: last.id };
  }
}

/** What the actor may not purge (any more) stays. */
async function isPurged(ctx: Context, { kind, id }: TrashedRow): Promise<boolean> {
  try {
    await (kind === 'file' ? purgeFile(ctx, id) : purgeFolder(ctx, id));
    return true;
  } catch (refusal) {
    if (refusal instanceof AppError) return false;
    throw refusal;
  }
}
