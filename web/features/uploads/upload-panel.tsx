import { clsx } from 'clsx';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import X from 'lucide-react/icons/x';
import { lazy, type RefObject, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx';
import { removeAllUploads, retryUploads } from './add-uploads.ts';
import { TransferLine } from './transfer/transfer-line.tsx';
import { canRetry, isBusy, summarize, type UploadQueue, type UploadSummary } from './upload-queue.ts';
import { useUploads } from './use-uploads.ts';

const UploadList = lazy(async () => ({ default: (await import('./upload-list.tsx')).UploadList }));

/** Between the tray and what is above it. */
const GAP_PX = 8;

/**
 * Shows upload progress at the bottom right of every page, beside a side panel and above the buttons of small screens; toasts and
 * the end of the page keep clear of it.
 */
export function UploadPanel() {
  const uploads = useUploads();
  const tray = useRef<HTMLElement>(null);
  useReservedHeight(tray, uploads.length > 0);
  const [isOpen, setOpen] = useState(() => matchMedia('(min-width: 48rem)').matches);
  if (uploads.length === 0) return null;

  const busy = isBusy(uploads);
  const summary = summarize(uploads);
  const headline = busy ? formatProgress(uploads, summary) : formatOutcome(summary);
  return (
    <section
      ref={tray}
      data-upload-tray
      aria-label="Uploads"
      className={clsx(
        'fixed right-[calc(1rem+var(--side-panel-size,0px))] bottom-[calc(1rem+var(--bottom-bar-size,0px))] z-30 animate-rise overflow-hidden rounded-lg border border-line bg-raised shadow-popup',
        isOpen ? 'w-[min(22rem,calc(100vw-2rem))]' : 'w-48',
      )}
    >
      <div className="flex items-center gap-1 py-1.5 pr-1.5 pl-3">
        <h2 className="min-w-0 flex-1 truncate font-medium">{headline}</h2>
        {isOpen && uploads.some(canRetry) && (
          <Button size="small" onClick={() => retryUploads()}>
            Retry Failed
          </Button>
        )}
        {isOpen && busy && (
          <Button size="small" variant="ghost" onClick={removeAllUploads}>
            Cancel All
          </Button>
        )}
        <IconButton
          icon={isOpen ? ChevronDown : ChevronUp}
          label={isOpen ? 'Hide the list of uploads' : 'Show the list of uploads'}
          aria-expanded={isOpen}
          size="small"
          onClick={() => setOpen(!isOpen)}
        />
        {!busy && <IconButton icon={X} label="Close" size="small" onClick={removeAllUploads} />}
      </div>
      {busy && isOpen && <TransferLine uploads={uploads} />}
      {busy && <ProgressBar label="All uploads" value={summary.fraction} />}
      <Suspense>{isOpen && <UploadList uploads={uploads} />}</Suspense>
      {/* Announces only the outcome; announcing every step would drown out everything else. */}
      <p role="status" className="sr-only">
        {busy ? '' : headline}
      </p>
    </section>
  );
}

/** Says to the styles of toasts and pages how much of the corner is taken while the tray is shown. */
function useReservedHeight(tray: RefObject<HTMLElement | null>, isShown: boolean): void {
  useLayoutEffect(() => {
    if (!isShown || !tray.current) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
      style.setProperty('--upload-tray-size', `${Math.ceil(height) + GAP_PX}px`);
    });
    observer.observe(tray.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--upload-tray-size');
    };
  }, [tray, isShown]);
}

function formatProgress(uploads: UploadQueue, { done, failed, total }: UploadSummary): string {
  const kinds = new Set(uploads.map(({ state }) => state.kind));
  if (!kinds.has('sending') && kinds.has('offline')) return 'Waiting for the connection';
  if (!kinds.has('sending') && !kinds.has('waiting')) return 'Paused';
  return `Uploading ${Math.min(done + failed + 1, total)} of ${total}`;
}

function formatOutcome({ done, failed }: UploadSummary): string {
  if (failed === 0) return `${done} uploaded`;
  return done === 0 ? `${failed} failed` : `${done} uploaded, ${failed} failed`;
}
