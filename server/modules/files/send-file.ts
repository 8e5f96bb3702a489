import type { FastifyReply } from 'fastify';
import { type Context, transaction } from '#server/app/context.ts';
import type { LoadedFile } from '#server/authorization/load-file.ts';
import { assertVersionReadable } from '#server/authorization/load-file-version.ts';
import type { AssertAllowed } from '#server/http/end-revoked-responses.ts';
import { type SentBytes, sendBytes } from '#server/http/send-bytes.ts';
import type { Exchange } from '#server/http/serve.ts';
import { isViewRecorded, recordMissingView, recordView } from '#server/modules/activity/record-view.ts';
import { displayableMediaType } from '#shared/domain/displayable-media.ts';
import { fileTypeOf, mediaTypeOf } from '#shared/domain/file-type.ts';
import { auditDownload, auditView, isViewAudited } from './audit-file-access.ts';
import { openDownload } from './open-download.ts';

/** Sends a file that was loaded for download, as a file to save. */
export async function sendFileDownload(
  ctx: Context,
  file: LoadedFile,
  exchange: Exchange,
): Promise<FastifyReply> {
  const record = async (sent: SentBytes) => {
    if (sent === 'none') return;
    // Fetching the content is the view of a file that has no preview.
    if (fileTypeOf(file.name) === 'others') await recordView(ctx, file);
    await auditDownload(ctx, file, sent);
  };
  return sendFile(ctx, file, exchange, { attachmentName: file.name, record });
}

/** Sends a file that was loaded for download, for display. */
export async function sendFileView(
  ctx: Context,
  file: LoadedFile,
  exchange: Exchange,
): Promise<FastifyReply> {
  return sendFile(ctx, file, exchange, {
    record: () => recordFileView(ctx, file, exchange),
    ...(!isDisplayable(file.name) && { attachmentName: file.name }),
  });
}

/** Records a view before the first byte is sent, in one transaction with its audit row. A HEAD request is not a view. */
export async function recordFileView(ctx: Context, file: LoadedFile, { request }: Exchange): Promise<void> {
  if (request.method === 'HEAD') return;
  // Most requests continue a view, and on SQLite a transaction waits for those of others.
  const isRecorded = await isViewRecorded(ctx, file);
  if (isRecorded && (await isViewAudited(ctx, file))) return;
  await transaction(ctx, async (ctx) => {
    if (!isRecorded) await recordMissingView(ctx, file);
    await auditView(ctx, file);
  });
}

/** Sends unknown types as plain bytes, so that no browser executes them. */
async function sendFile(
  ctx: Context,
  file: LoadedFile,
  exchange: Exchange,
  options: { attachmentName?: string; record: (sent: SentBytes) => Promise<void> },
): Promise<FastifyReply> {
  const mediaType = displayableMediaType(file.name) ?? mediaTypeOf(fileTypeOf(file.name));
  const assertAllowed = whileReadable(file);
  exchange.reply.header('muniment-version', file.version);
  return sendBytes(exchange, await openDownload(ctx, file), { ...options, assertAllowed, mediaType });
}

/** Ends a response once its version of the file may not be read any more. */
export const whileReadable =
  ({ id, version }: LoadedFile, action: 'download' | 'downloadAsPdf' = 'download'): AssertAllowed =>
  (ctx) =>
    assertVersionReadable(ctx, id, version, action);

/** Displays known types inline; browsers save all others instead of showing them. */
function isDisplayable(name: string): boolean {
  return fileTypeOf(name) !== 'others' || displayableMediaType(name) !== undefined;
}
