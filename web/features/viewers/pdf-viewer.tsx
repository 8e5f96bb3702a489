import { useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { ViewTrackingNotice } from '#web/features/activity/view-tracking-notice.tsx';
import { contentId } from '#web/features/files/file-cache.ts';
import type { DocumentState } from '#web/lib/documents/pdf-frame/messages.ts';
import type { ReaderState } from '#web/lib/documents/reader-state.ts';
import { Loading } from '#web/ui/feedback/loading.tsx';
import type { Passage } from './passage.ts';
import { PdfFailureNotice, PdfFrame, usePdfFrame } from './pdf-frame.tsx';
import { useHasReaderBar, useReaderInBar } from './reader/reader-context.tsx';

interface PdfViewerProps {
  file: File;
  passage: Passage;
  /** Shows the PDF that the server converts the file to. */
  isConverted?: boolean;
}

/** Shows a PDF in a frame that fills its column. */
export function PdfViewer(props: PdfViewerProps) {
  const { file, passage, isConverted } = props;
  const [attempt, setAttempt] = useState(1);
  // Uses a new frame for each version of a document and each passage, since a frame opens one.
  const key = JSON.stringify([contentId(file), passage, isConverted, attempt]);
  return <OpenPdf key={key} {...props} onRetry={() => setAttempt(attempt + 1)} />;
}

function OpenPdf({ file, passage, isConverted = false, onRetry }: PdfViewerProps & { onRetry: () => void }) {
  const hasOuterControls = useHasReaderBar();
  const frame = usePdfFrame({ fileId: file.id, passage, isConverted, hasOuterControls });
  useReaderInBar(toReaderState(frame.state), frame.send);
  if (frame.failure) return <PdfFailureNotice failure={frame.failure} fileId={file.id} onRetry={onRetry} />;
  return (
    <>
      <ViewTrackingNotice file={file} page={frame.state?.page ?? null} />
      <div className="relative min-h-96 flex-1 overflow-hidden rounded-lg border border-line">
        <PdfFrame frame={frame} title={file.name} className="absolute size-full" />
        {!frame.state && (
          <div className="absolute inset-0 grid place-items-center bg-surface">
            <Loading message="Loading document" />
          </div>
        )}
      </div>
    </>
  );
}

function toReaderState(state: DocumentState | null): ReaderState | null {
  if (!state) return null;
  const { type: _type, zoomValue: _zoomValue, ...shown } = state;
  return { ...shown, canRotate: true };
}
