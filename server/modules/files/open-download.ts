import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { LoadedFile } from '#server/authorization/load-file.ts';
import type { DocumentSource } from '#server/engines/documents/document-engine.ts';
import type { BlobStore, FileContent, StoredBlob } from '#server/engines/storage/object-storage.ts';
import { fileTypeOf } from '#shared/domain/file-type.ts';
import { rejectWhenBusy } from './pages/limit-rendering.ts';
import { senderOf, toRenderableDocument } from './pages/renderable-document.ts';
import { watermarkText } from './pages/watermark-text.ts';
import { findFileBlob } from './read-content.ts';
import { requiresDownloadWatermark } from './require-watermark.ts';
import { storeBytes } from './store-bytes.ts';

/** Maximum size of a watermarked PDF; a larger result is refused. */
const MAX_WATERMARKED_BYTES = 512 * 1024 * 1024;

/** Opens a file that was loaded for download. A PDF gets a watermark with the actor's name if the settings say so. */
export async function openDownload(ctx: Context, file: LoadedFile): Promise<FileContent> {
  const blob = await findFileBlob(ctx, file);
  const content = unmodified(blob, ctx.blobs);
  return fileTypeOf(file.name) === 'pdf' ? openPdf(ctx, file, content) : content;
}

/**
 * Opens an Office document that was loaded for download as a PDF; `undefined` when it can't be converted, or not in some seconds.
 */
export async function openAsPdf(
  ctx: Context,
  file: LoadedFile,
  options = { isPatient: false },
): Promise<FileContent | undefined> {
  const pdf = await ctx.documents.conversion.convertToPdf(toRenderableDocument(ctx, file), options);
  return pdf && openPdf(ctx, file, unmodified(pdf, ctx.documents.temporaryStore));
}

async function openPdf(ctx: Context, file: LoadedFile, plain: FileContent): Promise<FileContent> {
  if (!(await requiresDownloadWatermark(ctx, file))) return plain;
  const { temporaryStore } = ctx.documents;
  const watermarked = await watermarkPdf(ctx, file, () => plain.open());
  return {
    size: watermarked.size,
    sha256: watermarked.sha256,
    isTransient: true,
    open: (range) => temporaryStore.open(watermarked, range),
    // The temporary store is cleared at the next start if this fails.
    discard: () => temporaryStore.remove(watermarked.key).catch(() => undefined),
  };
}

const unmodified = (blob: StoredBlob, store: Pick<BlobStore, 'open'>): FileContent => ({
  size: blob.size,
  sha256: blob.sha256,
  isTransient: false,
  open: (range) => store.open(blob, range),
  discard: async () => {},
});

/** Watermarks a PDF; refuses the download when that fails. */
async function watermarkPdf(
  ctx: Context,
  file: LoadedFile,
  bytes: DocumentSource['bytes'],
): Promise<StoredBlob> {
  const { watermark, temporaryStore } = ctx.documents;
  const [pdf, text] = [{ owner: String(senderOf(file)), bytes }, await watermarkText(ctx, file)];
  const watermarked = await rejectWhenBusy(
    watermark.watermarkPdf(pdf, text, (bytes) => storeBytes(temporaryStore, bytes, MAX_WATERMARKED_BYTES)),
  );
  if (!('problem' in watermarked)) return watermarked;
  const why = watermarked.problem === 'protected' ? 'it is protected' : 'it is damaged, or too large';
  throw new AppError(
    'forbidden',
    `PDFs can be downloaded only with a watermark, and this one can't be watermarked: ${why}. Ask an administrator for a copy.`,
  );
}
