import { type DocumentType, documentTypes } from '../text/block.ts';
import { requireContent } from '../text/content-check.ts';
import { type DrawnDocument, Undrawable } from './drawn-document.ts';

interface Opening {
  /** A file type's name; what is none of those known here is looked at for a picture. */
  readonly open: string;
  readonly mostPages: number;
  readonly timeoutMs: number;
}

const PLAIN = new Set(['txt', 'md', 'csv', 'json']);
const isReadable = (type: string): type is DocumentType => documentTypes.some((known) => known === type);

/** Each way of drawing is loaded when a document needs it. */
export async function openDocument(
  bytes: Buffer,
  { open: type, mostPages, timeoutMs }: Opening,
): Promise<DrawnDocument> {
  if (bytes.length === 0) throw new Undrawable('empty');
  if (isReadable(type)) {
    requireContent(type, bytes);
    if (type === 'pdf') return (await import('./open-pdf.ts')).openPdf(bytes, mostPages, timeoutMs);
    const text = await import('./open-text.ts');
    return PLAIN.has(type)
      ? text.openPlainText(bytes, mostPages, timeoutMs)
      : text.openOfficeText(type, bytes, mostPages, timeoutMs);
  }
  const { isImage, openImage } = await import('./open-image.ts');
  if (!isImage(bytes)) throw new Undrawable('unsupported');
  return openImage(bytes);
}
