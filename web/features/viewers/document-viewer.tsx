import { useEffect, useRef, useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import {
  type DocumentKind,
  type FrameMessage,
  parseFrameMessage,
} from '#web/lib/documents/frame-messages.ts';
import { reportFrameActivity } from '#web/lib/view-tracking/frame-activity.ts';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { MAX_VIEWABLE_BYTES, useFileBytes } from './file-bytes.ts';
import type { Passage } from './passage.ts';
import { DocumentErrorNotice, FileLoadError, ViewerLoadNotice } from './viewer-errors.tsx';

interface DocumentViewerProps {
  file: File;
  kind: DocumentKind;
  passage: Passage;
}

/** Renders a document in a sandboxed frame without access to this origin or the network. */
export function DocumentViewer({ file, kind, passage }: DocumentViewerProps) {
  const { data: bytes, error, refetch } = useFileBytes(file);
  const [attempt, setAttempt] = useState(1);
  if (file.size > MAX_VIEWABLE_BYTES) return <DocumentErrorNotice file={file} failure="too-large" />;
  if (error && !bytes) return <FileLoadError error={error} onRetry={() => void refetch()} />;
  if (!bytes) return <Loading message="Loading document" />;
  // Uses a new frame for each passage, since a frame gets one request only.
  const key = `${file.id} ${JSON.stringify(passage)} ${attempt}`;
  const onRetry = () => setAttempt(attempt + 1);
  return <DocumentFrame key={key} {...{ file, kind, passage, bytes, onRetry }} />;
}

interface DocumentFrameProps extends DocumentViewerProps {
  bytes: ArrayBuffer;
  onRetry: () => void;
}

function DocumentFrame({ file, kind, passage, bytes, onRetry }: DocumentFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [report, setReport] = useState<FrameMessage>({ state: 'ready' });
  const { slide, quote } = passage;

  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent<unknown>) => {
      const target = frame.current?.contentWindow;
      const frameMessage = parseFrameMessage(data);
      if (!target || source !== target || !frameMessage) return;
      if (frameMessage.state === 'active') return reportFrameActivity();
      if (frameMessage.state !== 'ready') return setReport(frameMessage);
      const colorScheme = document.documentElement.dataset['scheme'] ?? 'system';
      // The frame has an opaque origin, so none can be named. The content security policy allows only our own
      // page in it.
      target.postMessage({ kind, bytes, colorScheme, slide, quote }, '*');
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, [kind, bytes, slide, quote]);

  if (report.state === 'failed')
    return report.failure === 'not-loaded' ? (
      <ViewerLoadNotice onRetry={onRetry} />
    ) : (
      <DocumentErrorNotice file={file} failure={report.failure} />
    );
  const isQuoteMissing = report.state === 'rendered' && quote !== undefined && !report.isQuoteFound;
  return (
    <>
      <div role="status" className="empty:hidden">
        {isQuoteMissing && (
          <Notice tone="info">The passage could not be located in the document as it is shown.</Notice>
        )}
      </div>
      <div className="relative min-h-[65dvh] flex-1 overflow-hidden rounded-lg border border-line">
        <iframe
          ref={frame}
          src="/documents/frame.html"
          title={file.name}
          // Repeats the sandbox of the frame's own policy, for anything else that might be loaded into it.
          sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
          className="absolute size-full"
        />
        {report.state === 'ready' && (
          <div className="absolute inset-0 grid place-items-center bg-surface">
            <Loading message="Loading document" />
          </div>
        )}
      </div>
    </>
  );
}
