import type { Context } from '#server/app/context.ts';
import { findFolderAccess } from '#server/authorization/access-level.ts';
import { loadRoom } from '#server/authorization/groups/load-room.ts';
import { withConcurrencyLimit } from '#server/authorization/limits/concurrency-limit.ts';
import { withLongReads } from '#server/authorization/long-reads.ts';
import type { DraftChange, Drafts } from '#shared/contracts/rooms/drafts.ts';
import { ancestorsAndSelf } from '#shared/domain/folder-tree.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { isSelf } from '#shared/policies/actor.ts';
import { roomPolicy } from '#shared/policies/rooms.ts';
import { listPath } from '../permissions/permission-queries.ts';
import { compareGroups } from './difference.ts';
import {
  countDrafts,
  type DraftRow,
  type ListedChange,
  listDraftRows,
  listPendingChanges,
} from './draft-queries.ts';

const MAX_LISTED_DRAFTS = 1_000;
/** Each compares all files of the room for all its groups. Above what the pages of a person request at once. */
export const COMPARISON_LIMIT = { max: 4, message: 'Too many comparisons at once. Wait for them to finish.' };
export const comparisons = {};

/** Lists the drafts of a room, and what each group gains and loses by their publication. */
export async function listDrafts(ctx: Context, roomId: number): Promise<Drafts> {
  const authorize = (reader: Context) => loadRoom(reader, roomId, 'view');
  await authorize(ctx);
  return withConcurrencyLimit(ctx, comparisons, COMPARISON_LIMIT, () =>
    withLongReads(ctx, authorize, (ctx) => compareDrafts(ctx, roomId)),
  );
}

async function compareDrafts(ctx: Context, roomId: number): Promise<Drafts> {
  const access = (await findFolderAccess(ctx.db, ctx, [roomId]))(roomId);
  const mayManage = roomPolicy.manage(ctx.actor, access);
  const entries = await listDraftRows(ctx.db, roomId, MAX_LISTED_DRAFTS);
  const namesOf = await findFolderNames(ctx, entries);
  const changes = await listPendingChanges(ctx.db, roomId, 'none', MAX_LISTED_DRAFTS);
  return {
    ...(await countDrafts(ctx.db, roomId)),
    entries: entries.map(({ kind, id, name, folder_id, created_at }) => ({
      kind,
      id,
      name,
      folderId: folder_id,
      folderNames: namesOf(folder_id),
      createdAt: isoInstant(created_at),
    })),
    changes: changes.map((change) => presentChange(change, mayManage || isSelf(ctx.actor, change.author_id))),
    groups: await compareGroups(ctx, roomId, 'none'),
  };
}

/** Finds the names of the folders from the room down to a folder. Several drafts may have one name. */
async function findFolderNames(
  { db }: Context,
  entries: readonly DraftRow[],
): Promise<(folderId: number) => string[]> {
  const folders = await listPath(db, [...new Set(entries.map(({ folder_id }) => folder_id))]);
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  return (folderId) =>
    ancestorsAndSelf(byId, folderId)
      .flatMap((id) => byId.get(id) ?? [])
      .filter(({ parentId }) => parentId !== null)
      .map(({ name }) => name)
      .toReversed();
}

const named = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });

const presentChange = (row: ListedChange, mayDiscard: boolean): DraftChange => ({
  id: row.id,
  kind: row.kind,
  entryKind: row.entry_kind,
  entryId: row.entry_id,
  name: row.name,
  toFolder: named(row.to_folder_id, row.folder_name),
  group: named(row.group_id, row.group_name),
  level: row.level,
  version: row.version,
  author: row.author,
  createdAt: isoInstant(row.created_at),
  mayDiscard,
});
