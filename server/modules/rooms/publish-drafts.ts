import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { type LoadedRoom, loadRoom } from '#server/authorization/groups/load-room.ts';
import { reloadUser } from '#server/authorization/reload-actor.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type {
  publishDrafts as contract,
  Drafts,
  GroupDifference,
  Publication,
} from '#shared/contracts/rooms/publications.ts';
import { NO_EXPIRY } from '#shared/domain/limits.ts';
import * as queries from './publication-queries.ts';
import { listGroups } from './queries.ts';

const MAX_LISTED_DRAFTS = 1_000;
const PUBLICATION_NOT_FOUND = 'The publication could not be found.';

async function compareGroups(ctx: Context, roomId: number): Promise<GroupDifference[]> {
  const groups = await listGroups(ctx.db, roomId);
  const rows = await queries.compareGroups(
    ctx.db,
    ctx,
    roomId,
    groups.map(({ id }) => id),
  );
  const byGroup = new Map(rows.map((row) => [row.group_id, row]));
  return groups.map(({ id, name }) => {
    const { gains = 0, loses = 0, changes = 0 } = byGroup.get(id) ?? {};
    return { groupId: id, name, gains, loses, changes };
  });
}

/** Lists the drafts of a room, and what each group gains by their publication. */
export async function listDrafts(ctx: Context, roomId: number): Promise<Drafts> {
  await loadRoom(ctx, roomId, 'view');
  const entries = await queries.listDraftRows(ctx.db, roomId, MAX_LISTED_DRAFTS);
  return {
    ...(await queries.countDrafts(ctx.db, roomId)),
    entries: entries.map(({ kind, id, name, folder_id, created_at }) => ({
      kind,
      id,
      name,
      folderId: folder_id,
      createdAt: new Date(created_at).toISOString(),
    })),
    groups: await compareGroups(ctx, roomId),
  };
}

/** Publishes all drafts of a room, now or at a date. Refuses when they are not those that the caller has seen. */
export function publishDrafts(
  ctx: Context,
  roomId: number,
  { at, version }: BodyOf<typeof contract>,
): Promise<Publication> {
  return withLock(ctx, 'folder-tree', async (before) => {
    const ctx = await reloadUser(before);
    const room = await loadRoom(ctx, roomId, 'manage');
    const publishAt = parseInstant(at, ctx.now());
    const { folders, files, version: current } = await queries.countDrafts(ctx.db, roomId);
    if (version !== undefined && version !== current)
      throw new AppError('conflict', 'The drafts have changed. Check them and publish again.');
    if (folders + files === 0) throw new AppError('conflict', 'There are no drafts to publish.');
    const publication = await queries.insertPublication(ctx.db, {
      room_id: roomId,
      publish_at: publishAt,
      creator_id: ctx.actor.id,
      created_at: ctx.now(),
      folders,
      files,
      difference: JSON.stringify(await compareGroups(ctx, roomId)),
    });
    await queries.setPublished(ctx.db, publication);
    await auditPublication(ctx, 'room.publish', room, publication);
    return present(ctx, publication);
  });
}

function parseInstant(at: string | undefined, now: number): number {
  if (at === undefined) return now;
  const instant = Date.parse(at);
  if (instant > now && instant < NO_EXPIRY) return instant;
  const message = 'The publication time is in the past.';
  throw new AppError('invalid', message, { fields: { at: message } });
}

/** Lists the publications of a room, newest first; one more than `limit`. */
export async function listPublications(
  ctx: Context,
  roomId: number,
  page: { limit: number; cursor: number | undefined },
): Promise<Publication[]> {
  await loadRoom(ctx, roomId, 'view');
  return (await queries.listPublicationRows(ctx.db, roomId, page)).map((row) => present(ctx, row));
}

/** Cancels a publication that is not due yet: its content is a draft again. */
export function cancelPublication(ctx: Context, id: number): Promise<void> {
  return withLock(ctx, 'folder-tree', async (before) => {
    const ctx = await reloadUser(before);
    const publication = await queries.findPublication(ctx.db, id);
    if (!publication) throw new AppError('not-found', PUBLICATION_NOT_FOUND);
    const room = await loadRoomOf(ctx, publication.room_id);
    if (publication.publish_at <= ctx.now())
      throw new AppError('conflict', 'This publication is due already and cannot be canceled.');
    await queries.setUnpublished(ctx.db, id, ctx.now());
    await auditPublication(ctx, 'room.cancel-publication', room, publication);
  });
}

async function loadRoomOf(ctx: Context, roomId: number): Promise<LoadedRoom> {
  try {
    return await loadRoom(ctx, roomId, 'manage');
  } catch (error) {
    const isHidden = error instanceof AppError && error.code === 'not-found';
    throw isHidden ? new AppError('not-found', PUBLICATION_NOT_FOUND) : error;
  }
}

const auditPublication = (
  ctx: Context,
  action: 'room.publish' | 'room.cancel-publication',
  room: LoadedRoom,
  { id, publish_at, folders, files }: queries.PublicationRow,
): Promise<void> =>
  audit(ctx, {
    action,
    object: { kind: 'folder', id: room.id, name: room.name },
    details: { publicationId: id, publishAt: new Date(publish_at).toISOString(), folders, files },
  });

const present = (ctx: Context, row: queries.PublicationRow): Publication => ({
  id: row.id,
  publishAt: new Date(row.publish_at).toISOString(),
  isDue: row.publish_at <= ctx.now(),
  folders: row.folders,
  files: row.files,
  groups: JSON.parse(row.difference),
});
