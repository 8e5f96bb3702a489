import { type Context, transaction } from '#server/app/context.ts';
import type { DomainEvents } from '#server/app/domain-events.ts';
import type { EndJob } from '#server/engines/queue/job-queue.ts';
import { enqueueMail } from '#server/modules/mail/enqueue-mail.ts';
import { findScan, listWithheldFilesOf } from './withheld-queries.ts';

const BATCH_SIZE = 100;

/**
 * Mails the owners of files in which a virus was found, or that could not be scanned. No setting turns it off. The job ends with
 * the mails, so that none is sent twice.
 */
export async function notifyFilesWithheld(
  ctx: Context,
  { fileIds, blobKey }: DomainEvents['files.withheld'],
  end: EndJob,
): Promise<void> {
  const scan = await findScan(ctx.db, blobKey);
  // A later scan may have released it.
  if (scan?.scan_state !== 'infected' && scan?.scan_state !== 'unscannable') return;
  const isInfected = scan.scan_state === 'infected';
  await transaction(ctx, async (ctx) => {
    for (let at = 0; at < fileIds.length; at += BATCH_SIZE)
      for (const file of await listWithheldFilesOf(ctx.db, fileIds.slice(at, at + BATCH_SIZE)))
        await enqueueMail(ctx, file.email, {
          roomId: file.roomId ?? undefined,
          subject: isInfected
            ? `A virus was found in “${file.name}”`
            : `“${file.name}” could not be scanned for viruses`,
          paragraphs: [
            `Hello ${file.username},`,
            isInfected
              ? `The virus scanner found ${scan.scan_result ?? 'a virus'} in your file “${file.name}”. Nobody can open it any more.`
              : `Your file “${file.name}” could not be scanned for viruses, so nobody can open it. ${scan.scan_result ?? ''}`.trim(),
            isInfected
              ? 'Delete the file, or add a clean version of it. Check the computer that it came from. If you think that this is a mistake, ask your administrator.'
              : 'Ask your administrator.',
          ],
          link: { label: 'Open the file', url: `${ctx.config.publicUrl}/file/${file.id}` },
          reason: 'You received this email because the file is yours.',
        });
    await end(ctx.db);
  });
}
