import type { Context } from '#server/app/context.ts';
import { loadFolder, loadVisibleFolders } from '#server/authorization/load-folder.ts';
import { readerOf } from '#server/authorization/readers/reader-of.ts';
import { type ChangesFilter, findFirstPosition, isNews } from './news-queries.ts';
import { findPlaces } from './places-queries.ts';
import { presentChange } from './presenter.ts';
import { listFileChanges, listFolderChanges } from './queries.ts';
import { continueVisit } from './visits.ts';

interface ListOptions {
  readonly since: string;
  readonly folderId: number | undefined;
  readonly limit: number;
  readonly cursor: number | undefined;
}

type ListedChange = ReturnType<typeof presentChange> & { readonly id: number };

/** Lists what others changed since a visit or an instant, newest first. Returns one entry more than `limit`. */
export async function listChanges(ctx: Context, options: ListOptions): Promise<ListedChange[]> {
  const { since, folderId, limit, cursor } = options;
  const reader = readerOf(ctx.actor);
  const isVisit = since === 'visit';
  if (folderId !== undefined) await loadFolder(ctx, folderId, 'view');
  if (isVisit && !reader) return [];
  const filter: Omit<ChangesFilter, 'first'> = {
    since: isVisit && reader ? await continueVisit(ctx, reader, folderId) : { instant: Date.parse(since) },
    unseenBy: isVisit && folderId === undefined ? reader : undefined,
    limit,
    cursor,
  };
  return readChanges(ctx, filter, folderId);
}

/** Lists the changes that pass a filter and that the actor may see now, newest first; one more than its limit. */
export async function readChanges(
  ctx: Context,
  wanted: Omit<ChangesFilter, 'first'>,
  folderId?: number,
): Promise<ListedChange[]> {
  const first = await findFirstPosition(ctx.db, wanted.since);
  if (first === undefined) return [];
  const filter = { ...wanted, first };
  const places = await findPlaces(ctx.db, ctx, isNews(ctx, filter), folderId);
  const rows = [
    ...(await listFileChanges(ctx.db, ctx, filter, places)),
    ...(await listFolderChanges(ctx.db, ctx, filter, places)),
  ]
    .toSorted((one, other) => other.position - one.position)
    .slice(0, filter.limit + 1);
  const named = rows.flatMap(({ kind, folder_id, from_value, to_value }) =>
    kind === 'moved' ? [folder_id, Number(from_value), Number(to_value)] : [folder_id],
  );
  const ids = [...new Set(named.filter((id): id is number => id !== null && id > 0))];
  const folders = new Map((await loadVisibleFolders(ctx, ids)).map(({ id, name }) => [id, name]));
  return rows.map((row) => ({ ...presentChange(row, folders), id: row.position }));
}
