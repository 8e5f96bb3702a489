import { type AuditEvent, audit } from '#server/app/audit.ts';
import { type Context, transaction } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { AppError } from '#server/app/errors.ts';
import { type GroupRow, loadGroup, loadRoom } from '#server/authorization/groups/load-room.ts';
import { jobRightsOf } from '#server/authorization/job-rights.ts';
import { withLockAsUser } from '#server/authorization/reload-actor.ts';
import { findBlob } from '#server/authorization/stored-objects/blob-rows.ts';
import type { FileContent } from '#server/engines/storage/object-storage.ts';
import type { SentBytes } from '#server/http/send-bytes.ts';
import { auditCountedDownload } from '#server/modules/files/audit-file-access.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';
import type { RoomArchive } from '#shared/contracts/rooms/archives.ts';
import * as queries from './archive-queries.ts';
import { countParts, loadArchive, loadDownload, presentArchiveOf } from './load-archive.ts';

/** After this many days the bytes of an archive are removed. */
const ARCHIVE_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;
/** A continued download is recorded once. */
const SAME_DOWNLOAD_MS = 10 * 60 * 1000;

const FAILED = 'Something went wrong on our side. Create the archive again.';

type Scope = 'room' | number;

const objectOf = (room: { id: number; name: string }) => ({ kind: 'folder', id: room.id, name: room.name });

/** Queues an archive of a room, or of what one of its groups sees. One is made at a time for each room. */
export function requestArchive(
  ctx: Context,
  roomId: number,
  { scope, splitBytes }: { scope: Scope; splitBytes?: number | undefined },
): Promise<RoomArchive> {
  return withLockAsUser(ctx, 'folder-tree', async (ctx) => {
    const room = await loadRoom(ctx, roomId, 'evidence');
    const group = scope === 'room' ? undefined : await loadGroupOf(ctx, room.id, scope);
    if (await queries.hasUnfinishedArchive(ctx.db, room.id))
      throw new AppError('conflict', 'An archive of this room is being created already.');
    const { id } = await queries.insertArchive(ctx.db, {
      room_id: room.id,
      group_id: group?.id ?? null,
      format: 'zip',
      split_bytes: splitBytes ?? null,
      state: 'waiting',
      requested_by_id: ctx.actor.id,
      created_at: ctx.now(),
      expires_at: ctx.now() + ARCHIVE_DAYS * DAY_MS,
    });
    const request = { archiveId: id, ...jobRightsOf(ctx.actor) };
    await publish(ctx, 'room.archive_requested', request, { ownerId: ctx.actor.id });
    await audit(ctx, {
      action: 'archive.create',
      object: objectOf(room),
      details: { archiveId: id, ...(group && { groupId: group.id }) },
    });
    return presentArchiveOf(ctx, id);
  });
}

async function loadGroupOf(ctx: Context, roomId: number, groupId: number): Promise<GroupRow> {
  const { group } = await loadGroup(ctx, groupId, 'evidence');
  if (group.room_id !== roomId) throw new AppError('not-found', 'The group could not be found.');
  if (group.ends_at !== null && group.ends_at <= ctx.now())
    throw new AppError('conflict', 'This group has ended.');
  return group;
}

/** Lists the archives of a room, newest first. Returns one row more than `limit`. */
export async function listArchives(
  ctx: Context,
  roomId: number,
  page: PageRequest,
): Promise<queries.ListedArchive[]> {
  const room = await loadRoom(ctx, roomId, 'evidence');
  return queries.listArchiveRows(ctx.db, room.id, page);
}

interface OpenArchive {
  readonly name: string;
  readonly content: FileContent;
  /** Records the download before the first byte is sent. */
  readonly record: (sent: SentBytes) => Promise<void>;
}

/** Opens the bytes of an archive, or refuses with the reason why there are none. */
export async function openArchive(ctx: Context, id: number, part: number | undefined): Promise<OpenArchive> {
  const { archive, room } = await loadDownload(ctx, id);
  const blob = archive.blob_key === null ? undefined : await findBlob(ctx.db, archive.blob_key);
  if (!blob) throw new AppError('conflict', 'The archive is not finished.');
  const { key, size, sha256, wrapped_key: wrappedKey } = blob;
  const slice = sliceOf(part, size, archive.split_bytes);
  const content: FileContent = {
    size: slice.end - slice.start + 1,
    sha256: part === undefined ? sha256 : `${sha256}-${part}`,
    isTransient: false,
    open: (range = { start: 0, end: slice.end - slice.start }) =>
      ctx.blobs.open(
        { key, size, wrappedKey },
        { start: slice.start + range.start, end: slice.start + range.end },
      ),
    discard: async () => {},
  };
  const suffix = part === undefined ? '' : `.${String(part).padStart(3, '0')}`;
  const event: AuditEvent = {
    action: 'archive.download',
    object: objectOf(room),
    details: { archiveId: id },
    onceWithinMs: SAME_DOWNLOAD_MS,
  };
  const record = async (sent: SentBytes) => {
    if (sent !== 'none') await auditCountedDownload(ctx, (part ?? 1) > 1 ? 'continuation' : sent, event);
  };
  return { name: `${room.name} archive ${id}.zip${suffix}`, content, record };
}

/** Returns the first and last byte of a part, or of all of them. */
function sliceOf(part: number | undefined, size: number, splitBytes: number | null) {
  if (part === undefined) return { start: 0, end: size - 1 };
  if (part > countParts(size, splitBytes)) throw new AppError('not-found', 'The archive has no such part.');
  const length = splitBytes ?? size;
  return { start: (part - 1) * length, end: Math.min(part * length, size) - 1 };
}

/** Queues a verification of the bytes as they are stored now. */
export function requestVerification(ctx: Context, id: number): Promise<RoomArchive> {
  return transaction(ctx, async (ctx) => {
    const { archive, room } = await loadArchive(ctx, id);
    if (archive.state !== 'done') throw new AppError('conflict', 'The archive is not finished.');
    if (archive.verification === 'waiting')
      throw new AppError('conflict', 'The archive is being verified already.');
    await queries.setArchive(ctx.db, id, { verification: 'waiting', problem: null });
    await publish(ctx, 'room.archive_verification_requested', { archiveId: id });
    await audit(ctx, { action: 'archive.verify', object: objectOf(room), details: { archiveId: id } });
    return presentArchiveOf(ctx, id);
  });
}

export function deleteArchive(ctx: Context, id: number): Promise<void> {
  // A room is archived, and its content removed, with this lock too: no room begins to keep the archive in between.
  return withLockAsUser(ctx, 'folder-tree', async (ctx) => {
    const { room } = await loadArchive(ctx, id);
    if (await queries.isKeptArchive(ctx.db, id))
      throw new AppError('conflict', 'This archive cannot be deleted: it is kept with the archived room.');
    await queries.removeArchive(ctx.db, id, { now: ctx.now() });
    await audit(ctx, { action: 'archive.delete', object: objectOf(room), details: { archiveId: id } });
  });
}

/** Records after the last attempt that an archive could not be made. */
export async function abandonArchive({ db }: Pick<Context, 'db'>, id: number): Promise<void> {
  await queries.failUnfinishedArchive(db, id, FAILED);
}

/** Records after the last attempt that an archive could not be verified. */
export async function abandonVerification({ db }: Pick<Context, 'db'>, id: number): Promise<void> {
  await queries.endVerification(db, id);
}

/** Removes the archives whose time has passed. */
export async function removeExpiredArchives(ctx: Context, signal: AbortSignal): Promise<void> {
  for (;;) {
    const now = ctx.now();
    const expired = await queries.listExpiredArchives(ctx.db, now);
    if (expired.length === 0) return;
    for (const { id, room_id, room_name } of expired) {
      signal.throwIfAborted();
      await transaction(ctx, async (ctx) => {
        if (!(await queries.removeArchive(ctx.db, id, { now, expiredAt: now }))) return;
        const object = objectOf({ id: room_id, name: room_name });
        await audit(ctx, { action: 'archive.expire', object, details: { archiveId: id } });
      });
    }
  }
}
