import { type Context, transaction } from '#server/context.ts';
import type { Facts } from '#server/events.ts';
import { writeMail } from '#server/features/mail/write-mail.ts';
import {
  advanceTold,
  findFolderName,
  findNewestFile,
  findTold,
  listReaders,
  type Reader,
} from './queries.ts';
import { REASON } from './reason.ts';

const READERS_AT_ONCE = 100;

/**
 * Tells the members of a folder, some while after a file came, how many came since they were last told. Each file asks for
 * this; the first one's telling speaks for all that are there by then, and the others find nothing left to tell.
 * In one transaction, so that a crash neither tells twice nor not at all.
 */
export function tellOfFiles(ctx: Context, { folderId, fileId }: Facts['folder.filled']): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const told = (await findTold(ctx.db, folderId)) ?? fileId - 1;
    const name = await findFolderName(ctx.db, folderId);
    if (name === undefined) return;
    const newestId = await findNewestFile(ctx.db, folderId);
    if (!(await advanceTold(ctx.db, folderId, { fileId, newestId }))) return;
    let cursor = 0;
    for (;;) {
      const readers = await listReaders(ctx.db, {
        folderId,
        afterFileId: told,
        cursor,
        limit: READERS_AT_ONCE,
      });
      for (const reader of readers) if (reader.count > 0) await writeTo(ctx, reader, { folderId, name });
      const last = readers.at(-1);
      if (!last || readers.length < READERS_AT_ONCE) return;
      cursor = last.id;
    }
  });
}

/** Names no file: by the time it is read, one may be gone from the reader's sight. */
function writeTo(
  ctx: Context,
  { email, count }: Reader,
  folder: { folderId: number; name: string },
): Promise<void> {
  const files = count === 1 ? '1 new file' : `${count} new files`;
  return writeMail(ctx, email, {
    subject: `${files} in “${folder.name}”`,
    paragraphs: [`There ${count === 1 ? 'is' : 'are'} ${files} in the folder “${folder.name}”.`],
    link: { label: 'Open the folder', url: `${ctx.config.publicUrl}/folder/${folder.folderId}` },
    reason: REASON,
  });
}
