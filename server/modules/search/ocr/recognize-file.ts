import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { type OcrLanguages, publish } from '#server/app/domain-events.ts';
import { AppError } from '#server/app/errors.ts';
import { loadFile } from '#server/authorization/load-file.ts';
import { assertScanned } from '#server/authorization/scans/assert-scanned.ts';
import { fileExtension } from '#shared/domain/file-type.ts';
import { claimsImage } from '#shared/domain/ocr/image-files.ts';
import { assertLanguagesInstalled } from './installed-languages.ts';
import { startOcr } from './queries.ts';

const BUSY = 'The text of this file is still being recognized. Try again later.';

/** Reads the text of a file again, its scanned pages in the given languages. */
export async function recognizeFile(ctx: Context, id: number, languages: OcrLanguages): Promise<void> {
  // This comes before anything is said about languages.
  await loadFile(ctx, id, 'recognizeText');
  if (!ctx.documents.ocr) throw new AppError('conflict', 'OCR is turned off.');
  if (languages !== 'auto') await assertLanguagesInstalled(ctx, languages);
  await withLock(ctx, 'folder-tree', async (ctx) => {
    const file = await loadFile(ctx, id, 'recognizeText');
    assertScanned(file);
    if (!claimsImage(file.name) && fileExtension(file.name) !== 'pdf')
      throw new AppError('invalid', 'Only images and PDF files can be recognized.');
    if (file.index_status === 'pending' || !(await startOcr(ctx.db, id)))
      throw new AppError('conflict', BUSY);
    const payload = { fileId: id, blobKey: file.blob_key, languages };
    await publish(ctx, 'file.uploaded', payload, { ownerId: file.sent_by ?? file.owner_id });
    await audit(ctx, {
      action: 'file.recognize',
      object: { kind: 'file', id, name: file.name },
      details: { languages },
    });
  });
}
