import type { FileWithContent } from '#shared/contracts/files.ts';
import { isTextType } from '#shared/domain/file-type.ts';
import { viewerKindOf } from '#web/lib/documents/viewer-kind.ts';

export type FilePreview =
  | { readonly kind: 'pdf' }
  | { readonly kind: 'image' }
  /** The beginning of a text file, and whether there is more. */
  | { readonly kind: 'text'; readonly text: string; readonly isCut: boolean }
  /** The first words of a document that is not shown itself. */
  | { readonly kind: 'excerpt'; readonly text: string };

const MOST_TEXT = 4000;
const MOST_EXCERPT = 150;

/** Text that stands for bytes, as older rooms kept them. */
const ENCODED = /^\[(?:PDF|DOCX|XLSX|PPTX|BINARY)_BASE64\]/;
const PLACEHOLDER = /^\[(?:PDF Document|Word Document|Excel Spreadsheet|PowerPoint Presentation)\]\s*/;

/** What a small preview shows of a file; null when there is nothing to show. `mayOpen`: whether its bytes may be had. */
export function previewOf(file: FileWithContent, mayOpen: boolean): FilePreview | null {
  const { fileType, content } = file;
  const viewer = viewerKindOf(file.name);
  if (mayOpen && (viewer === 'pdf' || viewer === 'image')) return { kind: viewer };
  if (content === null || ENCODED.test(content)) return null;
  if (isTextType(fileType)) {
    return { kind: 'text', text: content.slice(0, MOST_TEXT), isCut: content.length > MOST_TEXT };
  }
  const words = content.replace(PLACEHOLDER, '').slice(0, MOST_EXCERPT).trim();
  return words === '' ? null : { kind: 'excerpt', text: words };
}
