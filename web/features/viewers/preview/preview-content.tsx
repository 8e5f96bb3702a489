import { useState } from 'react';
import type { FileWithContent } from '#shared/contracts/files.ts';
import { ViewTrackingNotice } from '#web/features/activity/view-tracking-notice.tsx';
import { buildUrl } from '#web/lib/http/call.ts';
import { buildPdfViewerUrl, type Passage } from '../passage.ts';
import { choosePreview } from './choose-preview.ts';

interface PreviewContentProps {
  file: FileWithContent;
  /** Where a PDF opens. */
  passage: Passage;
  canOpen: boolean;
}

/** What turns out to be no picture is left out; its own page says why. */
function PreviewImage({ file }: { file: FileWithContent }) {
  const [isDamaged, setDamaged] = useState(false);
  if (isDamaged) return null;
  return (
    <img
      src={buildUrl('GET /api/files/:id/view', { params: { id: file.id } })}
      alt={file.name}
      onError={() => setDamaged(true)}
      className="max-h-96 w-full rounded-md border border-line bg-sunken object-contain"
    />
  );
}

/** What the side panel shows of a file itself. */
export function PreviewContent({ file, passage, canOpen }: PreviewContentProps) {
  const preview = choosePreview(file, canOpen);
  switch (preview?.kind) {
    case 'pdf':
      return (
        <>
          <iframe
            src={buildPdfViewerUrl(file.id, passage)}
            title={`Preview of ${file.name}`}
            className="h-96 w-full rounded-md border border-line bg-sunken"
          />
          <ViewTrackingNotice file={file} page={null} />
        </>
      );
    case 'image':
      return (
        <>
          <PreviewImage file={file} />
          <ViewTrackingNotice file={file} page={1} />
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
          {preview.isTruncated && (
            <p className="text-ink-muted text-xs">This is the beginning of the file.</p>
          )}
          <ViewTrackingNotice file={file} page={1} />
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
