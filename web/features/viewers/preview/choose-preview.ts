import type { FileWithContent } from '#shared/contracts/files.ts';
import { isTextType } from '#shared/domain/file-type.ts';
import { getViewerKind } from '#web/lib/documents/viewer-kind.ts';

export type FilePreview =
  | { readonly kind: 'pdf' }
  | { readonly kind: 'image' }
  /** The beginning of a text file, and whether there is more. */
  | { readonly kind: 'text'; readonly text: string; readonly isTruncated: boolean }
  /** The first words of a document that is not shown itself. */
  | { readonly kind: 'excerpt'; readonly text: string };

const MAX_TEXT_LENGTH = 4000;
const MAX_EXCERPT_LENGTH = 150;

/** Text that stands for bytes, as older rooms kept them. */
const ENCODED_CONTENT = /^\[(?:PDF|DOCX|XLSX|PPTX|BINARY)_BASE64\]/;
const PLACEHOLDER_PREFIX = /^\[(?:PDF Document|Word Document|Excel Spreadsheet|PowerPoint Presentation)\]\s*/;

/** What a small preview shows of a file; null when there is nothing to show. `mayOpen`: whether its bytes may be had. */
export function choosePreview(file: FileWithContent, canOpen: boolean): FilePreview | null {
  const { fileType, content } = file;
  const viewer = getViewerKind(file.name);
  if (canOpen && (viewer === 'pdf' || viewer === 'image')) return { kind: viewer };
  if (content === null || ENCODED_CONTENT.test(content)) return null;
  if (isTextType(fileType)) {
    return {
      kind: 'text',
      text: content.slice(0, MAX_TEXT_LENGTH),
      isTruncated: content.length > MAX_TEXT_LENGTH,
    };
  }
  const words = content.replace(PLACEHOLDER_PREFIX, '').slice(0, MAX_EXCERPT_LENGTH).trim();
  return words === '' ? null : { kind: 'excerpt', text: words };
}
