import type { FileWithContent } from '#shared/contracts/files.ts';
import { urlOf } from '#web/lib/call.ts';
import { previewOf } from './file-preview.ts';
import { type Passage, pdfViewerPath } from './viewers/passage.ts';

interface PreviewContentProps {
  file: FileWithContent;
  /** Where a PDF opens. */
  passage: Passage;
  mayOpen: boolean;
}

/** What the side panel shows of a file itself. */
export function PreviewContent({ file, passage, mayOpen }: PreviewContentProps) {
  const preview = previewOf(file, mayOpen);
  switch (preview?.kind) {
    case 'pdf':
      return (
        <iframe
          src={pdfViewerPath(file.id, passage)}
          title={`Preview of ${file.name}`}
          className="h-96 w-full rounded-md border border-line bg-sunken"
        />
      );
    case 'image':
      return (
        <img
          src={urlOf('GET /api/files/:id/view', { params: { id: file.id } })}
          alt={file.name}
          className="max-h-96 w-full rounded-md border border-line bg-sunken object-contain"
        />
      );
    case 'text':
      return (
        <>
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by the keyboard
            tabIndex={0}
            className="max-h-96 overflow-auto whitespace-pre-wrap break-words rounded-md border border-line bg-sunken p-3 font-mono text-xs"
          >
            {preview.text}
          </pre>
          {preview.isCut && <p className="text-ink-muted text-xs">This is the beginning of the file.</p>}
        </>
      );
    case 'excerpt':
      return (
        <blockquote className="rounded-md border border-line bg-sunken p-3 text-ink-muted">
          {preview.text}…
        </blockquote>
      );
    case undefined:
      return null;
  }
}
