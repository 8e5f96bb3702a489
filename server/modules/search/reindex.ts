import { authorizeInRoom } from '#server/authorization/authorize.ts';
import { record } from '#server/app/audit.ts';
import { type Context, type Services, transaction } from '#server/app/context.ts';
import { type Facts, state } from '#server/app/domain-events.ts';
import { enqueueJobs } from '#server/engines/queue/enqueue-jobs.ts';
import { countFiles, feedAllFiles, listUnreadFileIds } from './queries.ts';

/** Has the index made anew in the background, the one in use stays until then. Returns how many files it will hold. */
export function reindex(ctx: Context): Promise<number> {
  authorizeInRoom(ctx.actor, 'reindex');
  return transaction(ctx, async (ctx) => {
    await state(ctx, 'index.doubted', {});
    await record(ctx, { action: 'search.reindex' });
    return countFiles(ctx.db);
  });
}

/** Puts every file into the index's feed, and has those read again whose text could not be read. */
export function feedEverything(services: Services): Promise<void> {
  return services.db.transaction().execute(async (db) => {
    const now = services.now();
    await feedAllFiles(db, now);
    const unread = await listUnreadFileIds(db);
    const kind = 'file.uploaded' satisfies keyof Facts;
    await enqueueJobs(
      db,
      unread.map((fileId) => ({ kind, payload: { fileId } })),
      now,
    );
  });
}
