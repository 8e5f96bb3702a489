import type { Context } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import type { UploadPlace } from '#server/authorization/groups/upload-place.ts';
import { findRoomOf, initialPublicationIn } from '#server/authorization/publication/room-of.ts';
import { insertBlob } from '#server/authorization/stored-objects/blob-rows.ts';
import type { StoredBlob } from '#server/engines/storage/object-storage.ts';
import { fileExtension, fileTypeOf } from '#shared/domain/file-type.ts';
import { UNSUPPORTED_TYPE } from '#shared/domain/messages.ts';
import { claimsImage } from '#shared/domain/ocr/image-files.ts';
import { indexNewFile, insertFile, tryToLockIndex } from '../queries.ts';
import { insertFirstVersion } from '../versions/queries.ts';
import { withholdUntilScanned } from '../withhold-until-scanned.ts';
import { insertInboxFile } from './inbox-queries.ts';

interface NewUpload {
  readonly name: string;
  readonly folderId: number | null;
  readonly allowDownload: boolean;
}

/** Returns who sends content, if not the owner of its file; visitors as the group in whose name they do. */
export function findSentBy(
  { actor }: Context,
  { ownerId, sender }: Pick<UploadPlace, 'ownerId' | 'sender'>,
): number | null {
  if (actor.kind === 'user') return actor.id === ownerId ? null : actor.id;
  return sender === undefined ? null : -sender.groupId;
}

export const insertStoredBlob = (
  { db, now }: Context,
  blob: StoredBlob,
  sentBy: number | null = null,
): Promise<void> => insertBlob(db, blob, { now: now(), sentBy });

/** Tells by its name whether the text of a file can be read, or recognized. */
const mayHaveText = ({ documents }: Context, name: string): boolean =>
  claimsImage(name) || documents.extraction.typeOfExtension(fileExtension(name)) !== undefined;

/**
 * Inserts a file of stored bytes with its first version. A job reads its text; without any, its name is indexed at once, since a
 * job takes a third of the time of an upload.
 */
export async function insertUploadedFile(
  ctx: Context,
  blob: StoredBlob,
  { name, folderId, allowDownload }: NewUpload,
  { ownerId, sender, folder }: UploadPlace,
): Promise<{ id: number; name: string; folder_id: number | null }> {
  const sentBy = findSentBy(ctx, { ownerId, ...(sender && { sender }) });
  await insertStoredBlob(ctx, blob, sentBy);
  const turn = { ownerId: sentBy ?? ownerId };
  const isWithheld = await withholdUntilScanned(ctx, [blob.key], turn.ownerId);
  const isIndexed = !isWithheld && !mayHaveText(ctx, name) && (await tryToLockIndex(ctx.db, ctx.now()));
  const isInRoom = folderId !== null && folder?.isInRoom !== false;
  const room = isInRoom ? await findRoomOf(ctx, folderId) : undefined;
  const { published_at = 0 } = sender?.isInbox ? { published_at: null } : initialPublicationIn(room);
  const id = await insertFile(ctx.db, {
    name,
    file_type: fileTypeOf(name),
    size: blob.size,
    allow_download: allowDownload ? 1 : 0,
    folder_id: folderId,
    owner_id: ownerId,
    blob_key: blob.key,
    created_at: ctx.now(),
    published_at,
    index_status: isIndexed ? 'no-text' : 'pending',
    index_reason: isIndexed ? UNSUPPORTED_TYPE : null,
  });
  if (sender?.isInbox) await insertInboxFile(ctx.db, { fileId: id, ...sender, now: ctx.now() });
  await insertFirstVersion(ctx.db, id);
  const read = { fileId: id, blobKey: blob.key };
  if (isIndexed) await indexNewFile(ctx.db, id);
  else await publish(ctx, 'file.uploaded', read, turn);
  // Its name and its hidden content are inspected all the same.
  if (isIndexed && room?.hasGroups === 1) await publish(ctx, 'file.text_stored', read, turn);
  return { id, name, folder_id: folderId };
}
