import type { Context } from '#server/app/context.ts';
import type { LoadedRoom } from '#server/authorization/groups/load-room.ts';
import { reloadUser } from '#server/authorization/reload-actor.ts';
import { moveFiles } from '#server/modules/files/move-files.ts';
import { moveFolder } from '#server/modules/folders/move-folder.ts';
import { MAX_DRAFT_LEVELS, MAX_DRAFT_MOVES } from '#shared/domain/limits.ts';
import { auditCells, saveCells } from '../update-permissions.ts';
import { auditPublication } from './audit-publication.ts';
import { compareGroups } from './difference.ts';
import { type ListedChange, listPendingChanges } from './draft-queries.ts';
import type { PublicationRow } from './publication-queries.ts';
import * as queries from './publication-queries.ts';

type UserContext = Context & { readonly actor: { readonly id: number } };

/**
 * Makes what waits for a publication count: its moves with the rights that their authors have now, its levels, and its new folders and files.
 * Everything or nothing, in the caller's transaction, with the lock `folder-tree`.
 */
export async function applyPublication(
  before: UserContext,
  room: LoadedRoom,
  publication: PublicationRow,
): Promise<void> {
  const ctx = { ...before, publicationId: publication.id };
  const limit = MAX_DRAFT_LEVELS + MAX_DRAFT_MOVES;
  const changes = await listPendingChanges(ctx.db, room.id, publication.id, limit);
  const difference = JSON.stringify(await compareGroups(ctx, room.id, publication.id));
  await setLevels(ctx, room, changes);
  await moveEntries(
    ctx,
    changes.filter(({ kind }) => kind === 'move'),
  );
  await queries.setPublished(ctx.db, publication, publication.id);
  await queries.removeChangesOf(ctx.db, publication.id);
  await queries.setPublication(ctx.db, publication.id, { state: 'published', difference });
  await auditPublication(ctx, 'room.publish', room, publication);
}

async function setLevels(
  ctx: UserContext,
  room: LoadedRoom,
  changes: readonly ListedChange[],
): Promise<void> {
  const cells = changes.flatMap(({ kind, entry_kind, entry_id, group_id, level }) =>
    kind === 'level' && group_id !== null
      ? [{ kind: entry_kind, id: entry_id, groupId: group_id, level, version: '' }]
      : [],
  );
  await saveCells(ctx, cells);
  await auditCells(ctx, room, cells);
}

/** Moves files together and folders one after the other, in the order in which they were drafted. */
async function moveEntries(ctx: Context, moves: readonly ListedChange[]): Promise<void> {
  const keyOf = (move: ListedChange) =>
    `${move.author_id} ${move.to_folder_id} ${move.entry_kind === 'file' ? 'files' : move.entry_id}`;
  for (const group of Map.groupBy(moves, keyOf).values()) {
    const [first] = group;
    if (!first) continue;
    const author = { kind: 'user' as const, id: first.author_id, isAdmin: false };
    // No session: the rights of the author, not of the user who publishes.
    const { sessionToken: _, apiToken: __, ...system } = ctx;
    const authorCtx = await reloadUser({ ...system, actor: author });
    if (first.entry_kind === 'folder') await moveFolder(authorCtx, first.entry_id, first.to_folder_id);
    else
      await moveFiles(
        authorCtx,
        group.map(({ entry_id: id }) => id),
        first.to_folder_id,
      );
  }
}
