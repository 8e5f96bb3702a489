import { detect } from 'chardet';
import type { Context } from '#server/app/context.ts';
import { type LoadedFile, toFileResource } from '#server/authorization/load-file.ts';
import { assertBytesScanned } from '#server/authorization/scans/assert-scanned.ts';
import { requireBlob } from '#server/authorization/stored-objects/blob-rows.ts';
import { decodeText } from '#shared/domain/decode-text.ts';
import { type FileType, fileTypeOf, isTextType } from '#shared/domain/file-type.ts';
import { MAX_INLINE_TEXT_BYTES } from '#shared/domain/limits.ts';
import { isWithheld } from '#shared/domain/scans/scan-states.ts';
import { filePolicy } from '#shared/policies/files.ts';

const PLACEHOLDERS: Partial<Record<FileType, string>> = {
  pdf: '[PDF Document]',
  doc: '[Word Document]',
  docx: '[Word Document]',
  xls: '[Excel Spreadsheet]',
  xlsx: '[Excel Spreadsheet]',
  ppt: '[PowerPoint Presentation]',
  pptx: '[PowerPoint Presentation]',
};

/**
 * Returns the preview of a file: the text of text types up to 1 MB, a placeholder with the first words of a document,
 * otherwise `null`. The text is the original, so it requires the download permission.
 */
export async function readContent(ctx: Context, file: LoadedFile): Promise<string | null> {
  const type = fileTypeOf(file.name);
  const placeholder = PLACEHOLDERS[type];
  if (placeholder !== undefined) return [placeholder, file.excerpt].filter(Boolean).join(' ');
  if (
    isWithheld(file.scan_state) ||
    !isTextType(type) ||
    file.size > MAX_INLINE_TEXT_BYTES ||
    !filePolicy.download(ctx.actor, toFileResource(file))
  )
    return null;
  return decodeText(await ctx.blobs.read(await findFileBlob(ctx, file)), detect);
}

/**
 * Returns what opens the bytes of a file. Refuses while they are withheld because of a virus scan; without an actor also for
 * those who may examine them.
 */
export async function findFileBlob(
  { db, actor }: Pick<Context, 'db'> & { readonly actor?: Context['actor'] },
  file: Pick<LoadedFile, 'blob_key'> & Partial<Pick<LoadedFile, 'version' | 'current_version'>>,
) {
  const blob = await requireBlob(db, file.blob_key);
  assertBytesScanned(actor, { ...file, scan_state: blob.scan_state });
  return { key: blob.key, size: blob.size, sha256: blob.sha256, wrappedKey: blob.wrapped_key };
}
