import { useState } from 'react';
import type { FileWithContent } from '#shared/contracts/files.ts';
import { ReadingNotice } from '#web/features/activity/view-tracking-notice.tsx';
import { urlOf } from '#web/lib/http/call.ts';
import { previewOf } from './choose-preview.ts';
import { type Passage, pdfViewerPath } from '../passage.ts';

interface PreviewContentProps {
  file: FileWithContent;
  /** Where a PDF opens. */
  passage: Passage;
  mayOpen: boolean;
}

/** What turns out to be no picture is left out; its own page says why. */
function PreviewPicture({ file }: { file: FileWithContent }) {
  const [isDamaged, setDamaged] = useState(false);
  if (isDamaged) return null;
  return (
    <img
      src={urlOf('GET /api/files/:id/view', { params: { id: file.id } })}
      alt={file.name}
      onError={() => setDamaged(true)}
      className="max-h-96 w-full rounded-md border border-line bg-sunken object-contain"
    />
  );
}

/** What the side panel shows of a file itself. */
export function PreviewContent({ file, passage, mayOpen }: PreviewContentProps) {
  const preview = previewOf(file, mayOpen);
  switch (preview?.kind) {
    case 'pdf':
      return (
        <>
          <iframe
            src={pdfViewerPath(file.id, passage)}
            title={`Preview of ${file.name}`}
            className="h-96 w-full rounded-md border border-line bg-sunken"
          />
          <ReadingNotice file={file} page={null} />
        </>
      );
    case 'image':
      return (
        <>
          <PreviewPicture file={file} />
          <ReadingNotice file={file} page={1} />
        </>
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
          <ReadingNotice file={file} page={1} />
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
