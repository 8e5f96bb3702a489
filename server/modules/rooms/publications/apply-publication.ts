import type { Context } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { AppError } from '#server/app/errors.ts';
import type { LoadedRoom } from '#server/authorization/groups/load-room.ts';
import { reloadActor } from '#server/authorization/reload-actor.ts';
import { moveFiles } from '#server/modules/files/move-files.ts';
import { publishVersion } from '#server/modules/files/versions/draft-versions.ts';
import { moveFolder } from '#server/modules/folders/move-folder.ts';
import { MAX_DRAFT_LEVELS, MAX_DRAFT_MOVES, MAX_DRAFT_VERSIONS } from '#shared/domain/limits.ts';
import { removeEndedRights } from '../permissions/save-rights.ts';
import { auditCells, saveCells } from '../permissions/update-permissions.ts';
import { auditPublication } from './audit-publication.ts';
import { compareGroups } from './difference.ts';
import { type ListedChange, listPendingChanges } from './draft-queries.ts';
import type { PublicationRow } from './publication-queries.ts';
import * as queries from './publication-queries.ts';

type UserContext = Context & { readonly actor: { readonly id: number } };

/**
 * Makes what waits for a publication count: its moves with the rights that their authors have now, its levels, versions, and new
 * folders and files. Everything or nothing, in the caller's transaction, with the lock `folder-tree`.
 */
export async function applyPublication(
  before: UserContext,
  room: LoadedRoom,
  publication: PublicationRow,
): Promise<void> {
  const ctx = { ...before, publicationId: publication.id };
  const limit = MAX_DRAFT_LEVELS + MAX_DRAFT_MOVES + MAX_DRAFT_VERSIONS;
  const changes = await listPendingChanges(ctx.db, room.id, publication.id, limit);
  const difference = JSON.stringify(await compareGroups(ctx, room.id, publication.id));
  await setLevels(ctx, room, changes);
  await moveEntries(
    ctx,
    changes.filter(({ kind }) => kind === 'move'),
  );
  for (const { entry_id, version } of changes)
    if (version !== null) await publishVersion(ctx, entry_id, version);
  await queries.setPublished(ctx.db, publication, publication.id);
  await publish(ctx, 'files.published', { publicationId: publication.id });
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
  await auditCells(ctx, room, await removeEndedRights(ctx, cells));
}

/** Moves files together and folders one after the other, in the order in which they were drafted. */
async function moveEntries(ctx: Context, moves: readonly ListedChange[]): Promise<void> {
  const keyOf = (move: ListedChange) =>
    `${move.author_id} ${move.to_folder_id} ${move.entry_kind === 'file' ? 'files' : move.entry_id}`;
  for (const group of Map.groupBy(moves, keyOf).values()) {
    const [first] = group;
    if (!first) continue;
    await explainRefusal(group, () => moveTogether(ctx, group, first));
  }
}

/** Moves with the rights of the author, not of the user who publishes: without a session, from any address. */
async function moveTogether(
  ctx: Context,
  moves: readonly ListedChange[],
  { author_id: id, entry_kind: kind, entry_id: folderId, to_folder_id: targetId }: ListedChange,
): Promise<void> {
  const { sessionToken: _, apiToken: __, ...system } = ctx;
  const actor = await reloadActor({ ...system, address: '', actor: { kind: 'user', id, isAdmin: false } });
  if (actor.kind !== 'user') throw new AppError('not-found', 'The account of the author was deleted.');
  const authorCtx = { ...system, actor };
  if (kind === 'folder') await moveFolder(authorCtx, folderId, targetId);
  else
    await moveFiles(
      authorCtx,
      moves.map(({ entry_id }) => entry_id),
      targetId,
    );
}

/** Says which drafts, and whose, stand in the way; the refusal itself concerns their author. */
async function explainRefusal(moves: readonly ListedChange[], work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const [first] = moves;
    const others = moves.length > 1 ? ` and ${moves.length - 1} more` : '';
    throw new AppError(
      'conflict',
      `The move of “${first?.name}”${others}, drafted by ${first?.author}, cannot be made: ${error.message} Discard this draft and publish again.`,
      { cause: error },
    );
  }
}
