import { clsx } from 'clsx';
import { lazy, Suspense, useState } from 'react';
import type { FileWithContent } from '#shared/contracts/files.ts';
import { isTextType } from '#shared/domain/file-type.ts';
import { ViewTrackingNotice } from '#web/features/activity/view-tracking-notice.tsx';
import { getViewerKind } from '#web/lib/documents/viewer-kind.ts';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { buildContentUrl } from '../file-bytes.ts';
import type { Passage } from '../passage.ts';
import { PdfFailureNotice, PdfFrame, usePdfFrame } from '../pdf-frame.tsx';
import { FirstPage } from './first-page.tsx';

const SheetViewer = lazy(async () => ({
  default: (await import('../spreadsheets/sheet-viewer.tsx')).SheetViewer,
}));

type FilePreview =
  | { readonly kind: 'pdf' }
  | { readonly kind: 'image' }
  /** Comma-separated values, as a table. */
  | { readonly kind: 'sheet' }
  /** Start of a text file. */
  | { readonly kind: 'text'; readonly text: string; readonly isTruncated: boolean }
  /** First words of a document that is not displayed. */
  | { readonly kind: 'excerpt'; readonly text: string };

/** The height of a document in the panel, also while it loads. */
export const PREVIEW_HEIGHT = 'h-[max(20rem,60dvh)]';

const MAX_TEXT_LENGTH = 4000;
const MAX_EXCERPT_LENGTH = 150;

/** Encoded binary content, as stored by older versions. */
const ENCODED_CONTENT = /^\[(?:PDF|DOCX|XLSX|PPTX|BINARY)_BASE64\]/;
const PLACEHOLDER_PREFIX = /^\[(?:PDF Document|Word Document|Excel Spreadsheet|PowerPoint Presentation)\]\s*/;

/**
 * Chooses the preview of a file; null when there is nothing to show. `canOpen`: the actor may read the file's
 * bytes.
 */
export function choosePreview(file: FileWithContent, canOpen: boolean): FilePreview | null {
  const { fileType, content } = file;
  const viewer = getViewerKind(file.name);
  if (canOpen && (viewer === 'pdf' || viewer === 'image')) return { kind: viewer };
  if (canOpen && fileType === 'csv' && file.size > 0) return { kind: 'sheet' };
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

interface PreviewContentProps {
  file: FileWithContent;
  /** Passage at which a PDF opens. */
  passage: Passage;
  canOpen: boolean;
}

/** Hides files that are not valid images; the file's page explains why. */
function PreviewImage({ file }: { file: FileWithContent }) {
  const [isDamaged, setDamaged] = useState(false);
  if (isDamaged) return null;
  return (
    <img
      src={buildContentUrl(file)}
      alt={file.name}
      onError={() => setDamaged(true)}
      className="max-h-[60dvh] w-full rounded-md border border-line bg-sunken object-contain"
    />
  );
}

interface PreviewPdfProps {
  file: FileWithContent;
  passage: Passage;
}

function PreviewPdf(props: PreviewPdfProps) {
  const [attempt, setAttempt] = useState(1);
  return <OpenPreview key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />;
}

function OpenPreview({ file, passage, onRetry }: PreviewPdfProps & { onRetry: () => void }) {
  const frame = usePdfFrame({ fileId: file.id, passage });
  if (frame.failure) return <PdfFailureNotice failure={frame.failure} fileId={file.id} onRetry={onRetry} />;
  return (
    <>
      <PdfFrame
        frame={frame}
        title={`Preview of ${file.name}`}
        className={clsx(PREVIEW_HEIGHT, 'w-full rounded-md border border-line bg-sunken')}
      />
      <ViewTrackingNotice file={file} page={frame.state?.page ?? null} />
    </>
  );
}

/** Shows the preview of a file in the side panel. */
export function PreviewContent({ file, passage, canOpen }: PreviewContentProps) {
  const preview = choosePreview(file, canOpen);
  switch (preview?.kind) {
    case 'pdf':
      return <PreviewPdf key={JSON.stringify([file.id, passage])} {...{ file, passage }} />;
    case 'image':
      return (
        <>
          <PreviewImage file={file} />
          <ViewTrackingNotice file={file} page={1} />
        </>
      );
    case 'sheet':
      return (
        <Suspense fallback={<Loading message="Loading table" />}>
          <div className="flex flex-col overflow-hidden rounded-md border border-line [--sheet-height:50dvh]">
            <SheetViewer {...{ file, passage }} />
          </div>
          <ViewTrackingNotice file={file} page={1} />
        </Suspense>
      );
    case 'text':
      return (
        <>
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by the keyboard
            tabIndex={0}
            className={clsx(
              'max-h-[60dvh] overflow-auto whitespace-pre-wrap break-words rounded-md border border-line p-3',
              // Prose is read like a page; columns of data and code need letters of equal width.
              /\.(?:txt|md|markdown)$/i.test(file.name) ? 'bg-surface' : 'bg-sunken font-mono text-xs',
            )}
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
        <>
          {canOpen && <FirstPage key={file.id} file={file} />}
          <blockquote className="text-ink-muted text-sm">{preview.text}…</blockquote>
        </>
      );
    case undefined:
      return null;
  }
}
