import { audit } from '#server/app/audit.ts';
import { type Context, transaction } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { loadVisibleFiles } from '#server/authorization/load-file.ts';
import { loadFolder, loadVisibleFolders } from '#server/authorization/load-folder.ts';
import type { Reader } from '#server/authorization/readers/reader-of.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import {
  type createSavedSearch as createContract,
  MAX_SAVED_SEARCHES,
  type SavedSearch,
  type updateSavedSearch as updateContract,
} from '#shared/contracts/search/saved-searches.ts';
import { requireReader } from '../add-follow.ts';
import { turnMailsOn } from '../recipient-queries.ts';
import { presentSavedSearch } from './presenter.ts';
import {
  findFeedEnd,
  findSavedSearch,
  insertSavedSearch,
  listSavedSearchRows,
  listUnseen,
  removeSavedSearch,
  type SavedSearchRow,
  setAlerts,
  setSeen,
} from './queries.ts';

/** Returns the reader whose searches these are; nobody's while a manager views a room as one of its groups. */
async function requireSearcher(ctx: Context): Promise<Reader> {
  authorizeSystemAction(ctx.actor, 'search');
  return requireReader(ctx);
}

export async function listSavedSearches(ctx: Context): Promise<SavedSearch[]> {
  const reader = await requireSearcher(ctx);
  return present(ctx, await listSavedSearchRows(ctx.db, reader, MAX_SAVED_SEARCHES));
}

/** Adds what the actor sees now: the names of the folders, and the new documents. */
async function present(ctx: Context, rows: readonly SavedSearchRow[]): Promise<SavedSearch[]> {
  const folderIds = rows.flatMap(({ folder_id }) => folder_id ?? []);
  const folders = await loadVisibleFolders(ctx, [...new Set(folderIds)]);
  const matches = await listUnseen(
    ctx.db,
    rows.map(({ id }) => id),
  );
  const files = await loadVisibleFiles(ctx, [...new Set(matches.map(({ file_id }) => file_id))]);
  const names = {
    folders: new Map(folders.map(({ id, name }) => [id, name])),
    files: new Map(files.map(({ id, name }) => [id, name])),
  };
  return rows.map((row) =>
    presentSavedSearch(
      row,
      matches.filter(({ search_id }) => search_id === row.id),
      names,
    ),
  );
}

async function presentOne(ctx: Context, row: SavedSearchRow): Promise<SavedSearch> {
  const [presented] = await present(ctx, [row]);
  if (!presented) throw new Error('A saved search was not presented');
  return presented;
}

export function createSavedSearch(ctx: Context, body: BodyOf<typeof createContract>): Promise<SavedSearch> {
  return transaction(ctx, async (ctx) => {
    const reader = await requireSearcher(ctx);
    const { query, method, folderId, kind, owner, alerts } = body;
    if (folderId !== undefined) await loadFolder(ctx, folderId, 'view');
    if ((await listSavedSearchRows(ctx.db, reader, MAX_SAVED_SEARCHES)).length === MAX_SAVED_SEARCHES)
      throw new AppError(
        'conflict',
        `You have ${MAX_SAVED_SEARCHES} saved searches, the maximum. Delete some first.`,
      );
    const row = await insertSavedSearch(ctx.db, {
      reader_kind: reader.kind,
      reader_id: reader.id,
      question: query,
      method,
      folder_id: folderId ?? null,
      kind: kind ?? null,
      owner: owner ?? null,
      has_alerts: alerts ? 1 : 0,
      created_at: ctx.now(),
      ...(await checkedNow(ctx)),
    });
    if (alerts) await startAlerts(ctx, reader);
    const details = { savedSearch: row.id, question: query, folderId, alerts };
    await audit(ctx, { action: 'saved-search.create', details });
    return presentOne(ctx, row);
  });
}

/** Alerts are listed in any case, and mailed unless the reader has turned mails off. */
async function startAlerts(ctx: Context, { kind, id }: Reader): Promise<void> {
  if (ctx.mailer && kind === 'user') await turnMailsOn(ctx.db, id);
}

/** Starts after all that the index has by now, which is not new. The next check may be at once. */
const checkedNow = async (ctx: Context) => ({
  checked_position: await findFeedEnd(ctx.db),
  checked_at: 0,
});

export function updateSavedSearch(
  ctx: Context,
  id: number,
  { alerts, seen }: BodyOf<typeof updateContract>,
): Promise<SavedSearch> {
  return transaction(ctx, async (ctx) => {
    const row = await loadSavedSearch(ctx, id);
    if (seen) await setSeen(ctx.db, id, ctx.now());
    if (alerts !== undefined && alerts !== (row.has_alerts === 1)) {
      if (alerts) await startAlerts(ctx, { kind: row.reader_kind, id: row.reader_id });
      await setAlerts(ctx.db, id, { has_alerts: alerts ? 1 : 0, ...(await checkedNow(ctx)) });
      await audit(ctx, { action: 'saved-search.update', details: { savedSearch: id, alerts } });
    }
    return presentOne(ctx, await loadSavedSearch(ctx, id));
  });
}

export function deleteSavedSearch(ctx: Context, id: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const { question } = await loadSavedSearch(ctx, id);
    await removeSavedSearch(ctx.db, id);
    await audit(ctx, { action: 'saved-search.delete', details: { savedSearch: id, question } });
  });
}

/** Finds one of the actor's own searches; another's does not exist for them. */
async function loadSavedSearch(ctx: Context, id: number): Promise<SavedSearchRow> {
  const row = await findSavedSearch(ctx.db, await requireSearcher(ctx), id);
  if (!row) throw new AppError('not-found', 'Saved search not found');
  return row;
}
