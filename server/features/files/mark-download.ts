import { type LoadedFile, mayWith } from '#server/access/load-file.ts';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { loadSettings } from '#server/features/settings/load-settings.ts';
import type { StoredBlob } from '#server/platform/storage/blob-store.ts';
import { fileTypeOf } from '#shared/domain/file-kind.ts';
import { markText } from './mark-text.ts';
import { findBlobOf } from './read-content.ts';

/** Marks and a picture in each PDF; more than that is no PDF that was only marked. */
const MOST_BYTES = 512 * 1024 * 1024;

/**
 * The PDF with the actor's name across its pages, when the room marks what leaves it: `undefined` when the file goes out as it
 * is. A PDF that can't be marked is refused. The copy lies in `ctx.pages.spool`; who sent it removes it there.
 */
export async function markDownload(ctx: Context, file: LoadedFile): Promise<StoredBlob | undefined> {
  if (fileTypeOf(file.name) !== 'pdf' || mayWith(ctx, file, 'downloadUnmarked')) return undefined;
  if (!(await loadSettings(ctx)).watermarkDownloads) return undefined;
  const blob = await findBlobOf(ctx, file);
  const marked = await ctx.pages.markPdf(
    () => ctx.blobs.open(blob),
    await markText(ctx),
    (bytes) => ctx.pages.spool.put(bytes, { maxBytes: MOST_BYTES }),
  );
  if ('problem' in marked) {
    const why = marked.problem === 'protected' ? 'it is protected' : 'it is damaged, or too large';
    throw new AppError(
      'forbidden',
      `PDFs leave this room only with your name on their pages, and this one can't be marked: ${why}. Ask an administrator for it.`,
    );
  }
  return marked;
}
