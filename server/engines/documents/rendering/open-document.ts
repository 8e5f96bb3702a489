import { detectDocumentType } from '../extraction/detect-document-type.ts';
import { documentTypeOfExtension } from '../extraction/document-type-of-extension.ts';
import { type RenderableDocument, UnrenderableDocumentError } from './renderable-document.ts';

interface OpenRequest {
  /** A file type's name, or 'upright-jpeg'; what is none of those known here is looked at for a picture. */
  readonly open: string;
  readonly maxPages: number;
  readonly timeoutMs: number;
}

const PLAIN_TEXT_TYPES = new Set(['txt', 'md', 'csv', 'json']);

/** Each way of drawing is loaded when a document needs it. */
export async function openDocument(
  bytes: Buffer,
  { open: ending, maxPages, timeoutMs }: OpenRequest,
): Promise<RenderableDocument> {
  if (bytes.length === 0) throw new UnrenderableDocumentError('empty');
  const claimed = documentTypeOfExtension(ending);
  if (claimed) {
    const type = detectDocumentType(claimed, bytes);
    if (type === 'pdf') return (await import('./open-pdf.ts')).openPdf(bytes, maxPages, timeoutMs);
    const text = await import('./open-text.ts');
    return PLAIN_TEXT_TYPES.has(type)
      ? text.openPlainText(bytes, maxPages, timeoutMs)
      : text.openOfficeText(type, bytes, maxPages, timeoutMs);
  }
  const { isImage, openImage, withoutExif } = await import('./open-image.ts');
  if (ending === 'upright-jpeg') return openImage(withoutExif(bytes), maxPages);
  if (!isImage(bytes)) throw new UnrenderableDocumentError('unsupported');
  return openImage(bytes, maxPages);
}
