import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { hidingNotFound } from '#server/authorization/authorize.ts';
import { type LoadedRoom, loadRoom } from '#server/authorization/groups/load-room.ts';
import { findArchiveOfVisitor } from '#server/authorization/links/archive-of-link.ts';
import type { RoomArchive } from '#shared/contracts/rooms/archives.ts';
import { isoInstant, isoInstantOrNull } from '#shared/domain/iso-instant.ts';
import { type ArchiveRow, findArchive, findListedArchive, type ListedArchive } from './archive-queries.ts';

const ARCHIVE_NOT_FOUND = 'The archive could not be found.';

/** Returns an archive with its room for the managers of the room, or refuses. */
export async function loadArchive(
  ctx: Context,
  id: number,
): Promise<{ archive: ArchiveRow; room: LoadedRoom }> {
  const archive = await findArchive(ctx.db, id);
  if (!archive) throw new AppError('not-found', ARCHIVE_NOT_FOUND);
  const room = await hidingNotFound(ARCHIVE_NOT_FOUND, () => loadRoom(ctx, archive.room_id, 'evidence'));
  return { archive, room };
}

interface ArchiveToDownload {
  readonly archive: ArchiveRow;
  readonly room: { readonly id: number; readonly name: string };
}

/**
 * Returns an archive for its download, also for visitors to whom a link hands it over. Refuses with the reason of one that failed or
 * is withheld.
 */
export async function loadDownload(ctx: Context, id: number): Promise<ArchiveToDownload> {
  const loaded = await loadPermitted(ctx, id);
  const { archive } = loaded;
  if (archive.is_storage_full === 1) throw new AppError('storage-full', archive.error ?? '');
  if (archive.state === 'failed') throw new AppError('conflict', archive.error ?? 'The archive failed.');
  return loaded;
}

async function loadPermitted(ctx: Context, id: number): Promise<ArchiveToDownload> {
  const { actor, db } = ctx;
  if (actor.kind !== 'visitor') return loadArchive(ctx, id);
  const linked = actor.viewAs ? undefined : await findArchiveOfVisitor(db, actor.invitationId, ctx);
  const archive = linked?.id === id ? await findArchive(db, id) : undefined;
  if (!archive || !linked) throw new AppError('not-found', ARCHIVE_NOT_FOUND);
  return { archive, room: { id: archive.room_id, name: linked.roomName } };
}

const progressOf = ({ state, steps, steps_done }: ArchiveRow): number =>
  state === 'done' ? 1 : steps === 0 ? 0 : Math.min(0.99, steps_done / steps);

/** Returns the number of parts in which an archive of this size is downloaded. */
export const countParts = (size: number, splitBytes: number | null): number =>
  splitBytes === null ? 1 : Math.max(1, Math.ceil(size / splitBytes));

export const presentArchive = (row: ListedArchive): RoomArchive => ({
  id: row.id,
  roomId: row.room_id,
  groupId: row.group_id,
  groupName: row.group_name,
  format: row.format,
  state: row.state,
  progress: progressOf(row),
  error: row.error,
  requestedBy: row.username,
  createdAt: isoInstant(row.created_at),
  finishedAt: isoInstantOrNull(row.finished_at),
  expiresAt: isoInstant(row.expires_at),
  documents: row.documents,
  leftOut: row.left_out,
  withoutOriginal: row.without_original,
  size: row.size,
  splitBytes: row.split_bytes,
  parts: row.size === null ? null : countParts(row.size, row.split_bytes),
  manifestHash: row.manifest_hash,
  keyId: row.key_id,
  verification: row.verification,
  problem: row.problem,
  verifiedAt: isoInstantOrNull(row.verified_at),
});

/** Reads an archive that the actor was found to manage. */
export const presentArchiveOf = async (ctx: Context, id: number): Promise<RoomArchive> =>
  presentArchive(await findListedArchive(ctx.db, id));
