import { randomUUID } from 'node:crypto';
import { audit } from '#server/app/audit.ts';
import { type Context, type Services, transaction } from '#server/app/context.ts';
import { enqueueEvents, publish } from '#server/app/domain-events.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { enqueueAllFiles, enqueueFilesOf, type IndexedAgain } from './feed-queries.ts';
import { countFiles, listFilesToExtract, setIndexGeneration } from './rebuild-queries.ts';

/** Requests a rebuild of the index in the background; the current one stays in use until then. Returns the number of files. */
export function reindex(ctx: Context): Promise<number> {
  authorizeSystemAction(ctx.actor, 'reindex');
  return transaction(ctx, async (ctx) => {
    await publish(ctx, 'index.rebuild_requested', {});
    await audit(ctx, { action: 'search.reindex' });
    return countFiles(ctx.db);
  });
}

/**
 * Queues every file for indexing, and those whose text could not be extracted, or may have hidden parts, for another extraction.
 */
export function queueAllForIndexing(services: Services): Promise<void> {
  return services.db.transaction().execute(async (db) => {
    const now = services.now();
    await setIndexGeneration(db, randomUUID());
    await enqueueAllFiles(db, now);
    const unread = await listFilesToExtract(db);
    const events = unread.map(({ id, owner_id, sent_by }) => ({
      payload: { fileId: id },
      ownerId: sent_by ?? owner_id,
    }));
    await enqueueEvents(db, 'file.uploaded', events, now);
  });
}

/** Appends files to the index's change feed. */
export const queueForIndexing = (services: Services, files: IndexedAgain): Promise<void> =>
  services.db.transaction().execute((db) => enqueueFilesOf(db, services.now(), files));
