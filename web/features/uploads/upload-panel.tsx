import { clsx } from 'clsx';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import X from 'lucide-react/icons/x';
import { lazy, Suspense, useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx';
import { removeAllUploads, retryUploads } from './add-uploads.ts';
import { TransferLine } from './transfer-line.tsx';
import { canRetry, isBusy, summarize, type UploadQueue, type UploadSummary } from './upload-queue.ts';
import { useUploads } from './use-uploads.ts';

const UploadList = lazy(async () => ({ default: (await import('./upload-list.tsx')).UploadList }));

/** Shows upload progress in a corner of every page; on small screens it leaves room for the page's buttons. */
export function UploadPanel() {
  const uploads = useUploads();
  const [isOpen, setOpen] = useState(() => matchMedia('(min-width: 48rem)').matches);
  if (uploads.length === 0) return null;

  const busy = isBusy(uploads);
  const summary = summarize(uploads);
  const headline = busy ? formatProgress(uploads, summary) : formatOutcome(summary);
  return (
    <section
      aria-label="Uploads"
      className={clsx(
        'fixed bottom-[calc(1rem+var(--bottom-bar-size,0px))] left-4 z-30 animate-rise overflow-hidden rounded-lg border border-line bg-raised shadow-popup',
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
