import type { Context } from '#server/app/context.ts';
import { listExpiredImports, removeImport, setState } from './queries.ts';

/** Ends work on an import that failed several times; nothing was added to its folder. */
export async function abandonImport(ctx: Context, importId: number): Promise<void> {
  const error = 'Something went wrong on our side. Nothing was added. Check the import again.';
  await setState(ctx.db, importId, ['checking', 'applying'], { state: 'failed', error });
}

/** Removes imports that were not applied in time, and those whose result nobody needs any more. */
export async function removeExpiredImports(ctx: Context, signal: AbortSignal): Promise<number> {
  for (let removed = 0; ; ) {
    const ids = await listExpiredImports(ctx.db, ctx.now());
    if (ids.length === 0) return removed;
    for (const id of ids) {
      signal.throwIfAborted();
      await ctx.db.transaction().execute((db) => removeImport(db, id));
    }
    removed += ids.length;
  }
}
