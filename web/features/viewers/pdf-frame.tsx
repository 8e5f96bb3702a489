import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { fileKey } from '#web/features/files/file-cache.ts';
import {
  connectPdfFrame,
  PDF_FRAME_SANDBOX,
  PDF_FRAME_URL,
} from '#web/lib/documents/pdf-frame/connect-pdf-frame.ts';
import { describeLoadError, isReplaced, type LoadFailure } from '#web/lib/documents/pdf-frame/load-error.ts';
import type { DocumentState } from '#web/lib/documents/pdf-frame/messages.ts';
import type { ServedFrame } from '#web/lib/documents/pdf-frame/serve-frame.ts';
import type { ReaderAction } from '#web/lib/documents/reader-state.ts';
import { buildUrl } from '#web/lib/http/call.ts';
import { reportFrameActivity } from '#web/lib/view-tracking/frame-activity.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { Passage } from './passage.ts';
import { ViewerLoadNotice } from './viewer-errors.tsx';

interface PdfFrameOptions {
  fileId: number;
  passage: Passage;
  /** Shows the PDF that the server converts the file to. */
  isConverted?: boolean;
  /** The page around the frame shows the controls. */
  hasOuterControls?: boolean;
}

export interface PdfFrameControls {
  ref: RefObject<HTMLIFrameElement | null>;
  /** Null until the document is open. */
  state: DocumentState | null;
  failure: LoadFailure | null;
  send: (action: ReaderAction) => void;
}

/** Opens a file in the frame of `ref`, for as long as the component is mounted: another file or passage needs another key. */
export function usePdfFrame(options: PdfFrameOptions): PdfFrameControls {
  const client = useQueryClient();
  const ref = useRef<HTMLIFrameElement>(null);
  const served = useRef<ServedFrame>(null);
  const [state, setState] = useState<DocumentState | null>(null);
  const [failure, setFailure] = useState<LoadFailure | null>(null);
  const { fileId, passage, isConverted = false, hasOuterControls = false } = options;
  const { page, quote } = passage;

  useEffect(() => {
    if (!ref.current) return;
    const connection = connectPdfFrame(ref.current, {
      fileId,
      source: isConverted
        ? buildUrl('GET /api/files/:id/pdf', { params: { id: fileId } })
        : buildUrl('GET /api/files/:id/view', { params: { id: fileId } }),
      page,
      quote,
      hasOuterControls,
      onState: setState,
      onKey: (key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })),
      onActivity: reportFrameActivity,
      onFailure(reason) {
        setState(null);
        setFailure(reason);
        // A page that shows the file learns of the new version, and opens it.
        if (isReplaced(reason)) void client.invalidateQueries({ queryKey: fileKey(fileId) });
      },
    });
    served.current = connection;
    return () => connection.stop();
  }, [client, fileId, isConverted, page, quote, hasOuterControls]);

  return { ref, state, failure, send: (action) => served.current?.send(action) };
}

interface PdfFrameProps {
  frame: PdfFrameControls;
  title: string;
  className: string;
}

/** The frame that renders a PDF, with an opaque origin: it gets the bytes of the one file and nothing else. */
export function PdfFrame({ frame: { ref, state }, title, className }: PdfFrameProps) {
  return (
    <iframe
      ref={ref}
      src={PDF_FRAME_URL}
      title={title}
      sandbox={PDF_FRAME_SANDBOX}
      data-state={state ? 'ready' : 'loading'}
      className={className}
    />
  );
}

interface PdfFailureNoticeProps {
  failure: LoadFailure;
  fileId: number;
  /** Opens the file again, in a new frame. */
  onRetry: () => void;
}

/** Says why a PDF cannot be shown, or no longer. */
export function PdfFailureNotice({ failure, fileId, onRetry }: PdfFailureNoticeProps) {
  if (failure === 'not-loaded') return <ViewerLoadNotice onRetry={onRetry} />;
  const { message, link } = describeLoadError(failure, fileId);
  return (
    <Notice
      tone={failure === 'protected' ? 'info' : 'danger'}
      urgent
      action={
        link && (
          <a href={link.href} className="font-medium underline">
            {link.label}
          </a>
        )
      }
    >
      {message}
    </Notice>
  );
}
