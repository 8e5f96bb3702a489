import type { Readable } from 'node:stream';
import type { LoadedFile } from '#server/access/load-file.ts';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { loadSettings } from '#server/features/settings/load-settings.ts';
import type { StoredBlob } from '#server/platform/storage/blob-store.ts';
import { fileTypeOf } from '#shared/domain/file-kind.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { markText } from './mark-text.ts';
import { findBlobOf } from './read-content.ts';

/** Marks and a picture in each PDF; more than that is no PDF that was only marked. */
const MOST_BYTES = 512 * 1024 * 1024;

/** The bytes that leave the server as this file. */
export interface Download {
  readonly size: number;
  readonly sha256: string;
  /** Made for this one actor at this moment: another time they are others. */
  readonly isMarked: boolean;
  open(range?: { start: number; end: number }): Promise<Readable>;
  /** To be called when all is sent, or nothing any more. */
  discard(): Promise<void>;
}

/** The one way out for a file that was loaded to be downloaded: a PDF leaves with the actor's name in it if the room says so. */
export async function openDownload(ctx: Context, file: LoadedFile): Promise<Download> {
  const blob = await findBlobOf(ctx, file);
  const { size, sha256 } = blob;
  const open: Download['open'] = (range) => ctx.blobs.open(blob, range);
  if (await leavesAsItIs(ctx, file)) return { size, sha256, isMarked: false, open, discard: async () => {} };
  const { spool } = ctx.pages;
  const marked = await mark(ctx, open);
  return {
    size: marked.size,
    sha256: marked.sha256,
    isMarked: true,
    open: (range) => spool.open(marked, range),
    // What can't be removed now goes with the folder at the next start.
    discard: () => spool.remove(marked.key).catch(() => undefined),
  };
}

async function leavesAsItIs(ctx: Context, file: LoadedFile): Promise<boolean> {
  if (fileTypeOf(file.name) !== 'pdf' || filePolicy.downloadUnmarked(ctx.actor)) return true;
  return !(await loadSettings(ctx)).watermarkDownloads;
}

/** A PDF that can't be marked is refused. */
async function mark(ctx: Context, open: () => Promise<Readable>): Promise<StoredBlob> {
  const marked = await ctx.pages.markPdf(open, await markText(ctx), (bytes) =>
    ctx.pages.spool.put(bytes, { maxBytes: MOST_BYTES }),
  );
  if (!('problem' in marked)) return marked;
  const why = marked.problem === 'protected' ? 'it is protected' : 'it is damaged, or too large';
  throw new AppError(
    'forbidden',
    `PDFs leave this room only with your name on their pages, and this one can't be marked: ${why}. Ask an administrator for it.`,
  );
}
