import { useEffect, useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { ViewTrackingNotice } from '#web/features/activity/view-tracking-notice.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { buildPdfViewerUrl, type Passage } from './passage.ts';

const MAX_SPINNER_MS = 1000;

interface PdfViewerProps {
  file: File;
  passage: Passage;
  /** Shows the PDF that the server converts the file to. */
  isConverted?: boolean;
}

/** Embeds the PDF viewer page in a frame that fills its column. */
export function PdfViewer({ file, passage, isConverted = false }: PdfViewerProps) {
  const path = buildPdfViewerUrl(file.id, passage, isConverted);
  // Uses a new frame for each URL: navigating a frame would add an entry to the browser's history.
  return (
    <>
      {/* The frame tracks page views itself. */}
      <ViewTrackingNotice file={file} page={null} />
      <PdfFrame key={path} path={path} name={file.name} />
    </>
  );
}

function PdfFrame({ path, name }: { path: string; name: string }) {
  const [isLoading, setWaiting] = useState(true);

  useEffect(() => {
    const timer = setTimeout(() => setWaiting(false), MAX_SPINNER_MS);
    return () => clearTimeout(timer);
  }, []);

  return (
    <div className="relative min-h-96 flex-1 overflow-hidden rounded-lg border border-line">
      <iframe src={path} title={name} onLoad={() => setWaiting(false)} className="absolute size-full" />
      {isLoading && (
        <div className="absolute inset-0 grid place-items-center bg-surface">
          <Loading message="Loading document" />
        </div>
      )}
    </div>
  );
}
