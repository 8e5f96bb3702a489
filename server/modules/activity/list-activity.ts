import type { Context } from '#server/app/context.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { listViews, type ViewRow } from './queries.ts';

interface ListOptions {
  whose: 'owner' | 'viewer';
  limit: number;
  cursor: number | undefined;
}

/** Returns one row more than `limit` when there is another page. */
export async function listActivity(ctx: Context, wanted: ListOptions): Promise<ViewRow[]> {
  authorizeSystemAction(ctx.actor, 'seeActivity');
  // Only a user may see activity.
  return ctx.actor.kind === 'user' ? listViews(ctx.db, { ...ctx, actor: ctx.actor }, wanted) : [];
}
