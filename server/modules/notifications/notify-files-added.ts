import { setImmediate } from 'node:timers/promises';
import { type Context, transaction } from '#server/app/context.ts';
import type { DomainEvents } from '#server/app/domain-events.ts';
import { findRoomIdOf } from '#server/authorization/publication/room-of.ts';
import { enqueueMail } from '#server/modules/mail/enqueue-mail.ts';
import { findProductName } from '#server/modules/settings/brand.ts';
import { explainNotification } from './notification-reason.ts';
import {
  countNewFiles,
  findFolderName,
  findNewestFile,
  listRecipients,
  lockDigest,
  type Recipient,
  setDigest,
} from './queries.ts';

const BATCH_SIZE = 100;

/**
 * Notifies the members of a folder of the number of new files since the last notification. Each batch of recipients is a
 * transaction that stores its mails together with the progress, so that after a crash nobody is notified twice or left
 * out.
 */
export async function notifyFilesAdded(
  ctx: Context,
  { folderId, fileId }: DomainEvents['folder.files_added'],
  signal?: AbortSignal,
): Promise<void> {
  // Files added during the run have a job of their own.
  const newestId = await findNewestFile(ctx.db, folderId);
  while (await notifyNextMembers(ctx, { folderId, fileId, newestId })) {
    await setImmediate();
    signal?.throwIfAborted();
  }
}

/** Returns whether there are recipients left to notify of files up to `newestId`. */
function notifyNextMembers(
  ctx: Context,
  { folderId, fileId, newestId }: { folderId: number; fileId: number; newestId: number },
): Promise<boolean> {
  return transaction(ctx, async (ctx) => {
    const name = await findFolderName(ctx.db, folderId);
    if (name === undefined) return false;
    const digest = await lockDigest(ctx.db, folderId, fileId - 1);
    if (digest.last_notified_file_id >= newestId) return false;
    const untilFileId = digest.batch_end_file_id ?? newestId;
    const readers = await listRecipients(ctx, {
      folderId,
      cursor: digest.last_processed_user_id,
      limit: BATCH_SIZE,
    });
    const counts = await countNewFiles(ctx.db, {
      folderId,
      afterFileId: digest.last_notified_file_id,
      untilFileId,
    });
    for (const reader of readers) await notifyMember(ctx, reader, counts, { folderId, name });
    const last = readers.at(-1);
    if (last && readers.length === BATCH_SIZE) {
      await setDigest(ctx.db, { ...digest, batch_end_file_id: untilFileId, last_processed_user_id: last.id });
      return true;
    }
    await setDigest(ctx.db, {
      folder_id: folderId,
      last_notified_file_id: untilFileId,
      batch_end_file_id: null,
      last_processed_user_id: 0,
    });
    return untilFileId < newestId;
  });
}

/** Notifies a member of the new files of others; `counts` is the number of new files by owner. */
async function notifyMember(
  ctx: Context,
  { id, email, is_member }: Recipient,
  counts: ReadonlyMap<number, number>,
  folder: { folderId: number; name: string },
): Promise<void> {
  if (is_member === 0) return;
  let count = 0;
  for (const [ownerId, files] of counts) if (ownerId !== id) count += files;
  if (count > 0) await notifyRecipient(ctx, email, count, folder);
}

/** Composes the mail without file names: a file may no longer be visible to the recipient when the mail is read. */
async function notifyRecipient(
  ctx: Context,
  email: string,
  count: number,
  folder: { folderId: number; name: string },
): Promise<void> {
  const files = count === 1 ? '1 new file' : `${count} new files`;
  const roomId = await findRoomIdOf(ctx, folder.folderId);
  await enqueueMail(ctx, email, {
    subject: `${files} in “${folder.name}”`,
    roomId,
    paragraphs: [`There ${count === 1 ? 'is' : 'are'} ${files} in the folder “${folder.name}”.`],
    link: { label: 'Open the folder', url: `${ctx.config.publicUrl}/folder/${folder.folderId}` },
    reason: explainNotification(await findProductName(ctx, roomId)),
  });
}
