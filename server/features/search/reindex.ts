import { authorizeInRoom } from '#server/access/authorize.ts';
import { type Context, transaction } from '#server/context.ts';
import { state } from '#server/events.ts';
import { countFiles, feedAllFiles, listUnreadFileIds } from './queries.ts';

/** Puts every file into the index anew and reads again what could not be read; the index in use stays until then. */
export function reindex(ctx: Context): Promise<number> {
  authorizeInRoom(ctx.actor, 'reindex');
  return transaction(ctx, async (ctx) => {
    await feedAllFiles(ctx.db, ctx.now());
    for (const fileId of await listUnreadFileIds(ctx.db)) await state(ctx, 'file.uploaded', { fileId });
    return countFiles(ctx.db);
  });
}
