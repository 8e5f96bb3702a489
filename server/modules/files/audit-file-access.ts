import { type AuditEvent, audit, toAuditEntry } from '#server/app/audit.ts';
import { type Context, transaction } from '#server/app/context.ts';
import { countLinkDownload } from '#server/authorization/links/count-link-download.ts';
import type { LoadedFile } from '#server/authorization/load-file.ts';
import { isNothingToRecord } from './queries.ts';
import { findFileBlob } from './read-content.ts';

/** Range requests of one viewer within this time count as one view. */
const DEDUPLICATION_WINDOW_MS = 10 * 60 * 1000;

const fileEvent = (file: LoadedFile, action: 'file.view' | 'file.download') =>
  ({ action, object: { kind: 'file', id: file.id, name: file.name } }) as const;

const viewEvent = (file: LoadedFile) => ({
  ...fileEvent(file, 'file.view'),
  details: { version: file.version },
  onceWithinMs: DEDUPLICATION_WINDOW_MS,
});

/** Records a view before the first byte is sent. */
export const auditView = (ctx: Context, file: LoadedFile): Promise<void> => audit(ctx, viewEvent(file));

/** Tells whether the view is in the log, so that its further requests write nothing. */
export const isViewAudited = (ctx: Context, file: LoadedFile): Promise<boolean> =>
  isNothingToRecord(ctx, toAuditEntry(ctx, viewEvent(file)));

/**
 * Records a download with the version and its hash. What continues one is not recorded; a range from the middle is, unless a part
 * of the same version was sent just before, so that leaving out the first byte hides nothing.
 */
export async function auditDownload(
  ctx: Context,
  file: LoadedFile,
  sent: 'start' | 'continuation',
): Promise<void> {
  const { sha256 } = await findFileBlob(ctx, file);
  await auditCountedDownload(ctx, sent, {
    ...fileEvent(file, 'file.download'),
    details: { version: file.version, sha256 },
    ...(sent === 'continuation' && { onceWithinMs: DEDUPLICATION_WINDOW_MS }),
  });
}

/**
 * Records a download, and counts it for the link through which the visitor came, if any. What continues a recorded one is not
 * counted, nor is any continuation while the audit log is switched off.
 */
export async function auditCountedDownload(
  ctx: Context,
  sent: 'start' | 'continuation',
  event: AuditEvent,
): Promise<void> {
  await transaction(ctx, async (ctx) => {
    const isRepeated = sent === 'continuation' && (await isNothingToRecord(ctx, toAuditEntry(ctx, event)));
    if (!isRepeated) await countLinkDownload(ctx, 1);
    await audit(ctx, event);
  });
}
