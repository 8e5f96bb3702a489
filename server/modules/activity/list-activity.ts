import type { Context } from '#server/app/context.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { filterRows, type RowsWanted } from '#server/http/filter-rows.ts';
import { BATCH_SIZE } from '#server/http/step-through.ts';
import { viewerTextsOf } from './present-viewer-name.ts';
import { listViews, type ViewRow } from './queries.ts';
import { readWindow } from './views-window-queries.ts';

/** Returns one row more than `limit` when there is another page. */
export async function listActivity(
  ctx: Context,
  whose: 'owner' | 'viewer',
  wanted: RowsWanted,
): Promise<readonly ViewRow[]> {
  const { actor } = ctx;
  authorizeSystemAction(actor, 'seeActivity');
  // Only a user may see activity.
  if (actor.kind !== 'user') return [];
  const requester = { ...ctx, actor };
  const textsOf = (row: ViewRow) =>
    whose === 'owner'
      ? [row.name, row.link_name, ...viewerTextsOf(row)]
      : [row.name, row.owner_display_name, row.owner_name];
  return filterRows(wanted, {
    readPage: (page) => listViews(ctx.db, requester, { whose, ...page }),
    // The views by one person are in order in an index, those of the files of one person are not.
    ...(whose === 'owner' && {
      readStep: (end) =>
        readWindow(ctx.db, { end }, (window) =>
          listViews(ctx.db, requester, { whose, limit: BATCH_SIZE, cursor: undefined, window }),
        ),
    }),
    textsOf,
    cursorOf: ({ id }) => id,
  });
}
