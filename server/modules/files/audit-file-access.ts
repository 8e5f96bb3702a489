import { audit, toAuditEntry } from '#server/app/audit.ts';
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

/** Tells whether a request for this range continues a download, because the range does not begin with the first byte. */
export const continuesDownload = (range: string | undefined): boolean =>
  range !== undefined && !/^bytes=0*0-/.test(range);

/**
 * Records a download with the version and its hash. Range requests that continue one are not recorded; a range from the
 * middle is, unless a part of the same version was sent just before, so that leaving out the first byte hides nothing.
 */
export async function auditDownload(
  ctx: Context,
  file: LoadedFile,
  range: string | undefined,
): Promise<void> {
  const continues = continuesDownload(range);
  const { sha256 } = await findFileBlob(ctx, file);
  await transaction(ctx, async (ctx) => {
    if (!continues) await countLinkDownload(ctx, 1);
    await audit(ctx, {
      ...fileEvent(file, 'file.download'),
      details: { version: file.version, sha256 },
      ...(continues && { onceWithinMs: DEDUPLICATION_WINDOW_MS }),
    });
  });
}
