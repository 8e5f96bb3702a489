import type { Readable } from 'node:stream';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { LoadedFile } from '#server/authorization/load-file.ts';
import type { BlobStore, FileContent, StoredBlob } from '#server/engines/storage/object-storage.ts';
import { loadSettings } from '#server/modules/settings/load-settings.ts';
import { fileTypeOf } from '#shared/domain/file-type.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { rejectWhenBusy } from './pages/limit-rendering.ts';
import { toRenderableDocument } from './pages/renderable-document.ts';
import { watermarkText } from './pages/watermark-text.ts';
import { findFileBlob } from './read-content.ts';
import { storeBytes } from './store-bytes.ts';

/** Marks and a picture in each PDF; more than that is no PDF that was only marked. */
const MAX_WATERMARKED_BYTES = 512 * 1024 * 1024;

/** The bytes that leave the server as this file. */
export interface Download extends FileContent {
  readonly sha256: string;
  /** Made for this one actor at this moment: another time they are others. */
  readonly isWatermarked: boolean;
  /** To be called when all is sent, or nothing any more. */
  discard(): Promise<void>;
}

/** The one way out for a file that was loaded to be downloaded: a PDF leaves with the actor's name in it if the room says so. */
export async function openDownload(ctx: Context, file: LoadedFile): Promise<Download> {
  const blob = await findFileBlob(ctx, file);
  return fileTypeOf(file.name) === 'pdf' ? openPdf(ctx, blob, ctx.blobs) : unmodified(blob, ctx.blobs);
}

/** An Office document that was loaded to be downloaded, as a PDF; nothing when this machine or the document doesn't allow it. */
export async function openAsPdf(ctx: Context, file: LoadedFile): Promise<Download | undefined> {
  const pdf = await ctx.documents.conversion.convertToPdf(toRenderableDocument(ctx, file));
  return pdf && openPdf(ctx, pdf, ctx.documents.temporaryStore);
}

async function openPdf(ctx: Context, blob: StoredBlob, store: Pick<BlobStore, 'open'>): Promise<Download> {
  const plain = unmodified(blob, store);
  if (filePolicy.downloadWithoutWatermark(ctx.actor) || !(await loadSettings(ctx)).watermarkDownloads)
    return plain;
  const { temporaryStore } = ctx.documents;
  const marked = await watermarkPdf(ctx, plain.open);
  return {
    size: marked.size,
    sha256: marked.sha256,
    isWatermarked: true,
    open: (range) => temporaryStore.open(marked, range),
    // What can't be removed now goes with the folder at the next start.
    discard: () => temporaryStore.remove(marked.key).catch(() => undefined),
  };
}

const unmodified = (blob: StoredBlob, store: Pick<BlobStore, 'open'>): Download => ({
  size: blob.size,
  sha256: blob.sha256,
  isWatermarked: false,
  open: (range) => store.open(blob, range),
  discard: async () => {},
});

/** A PDF that can't be marked is refused. */
async function watermarkPdf(ctx: Context, open: () => Promise<Readable>): Promise<StoredBlob> {
  const { watermark, temporaryStore } = ctx.documents;
  const text = await watermarkText(ctx);
  const marked = await rejectWhenBusy(
    watermark.watermarkPdf(open, text, (bytes) => storeBytes(temporaryStore, bytes, MAX_WATERMARKED_BYTES)),
  );
  if (!('problem' in marked)) return marked;
  const why = marked.problem === 'protected' ? 'it is protected' : 'it is damaged, or too large';
  throw new AppError(
    'forbidden',
    `PDFs can be downloaded only with a watermark, and this one can't be watermarked: ${why}. Ask an administrator for a copy.`,
  );
}
