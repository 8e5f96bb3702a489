import { useVirtualizer } from '@tanstack/react-virtual';
import CircleCheck from 'lucide-react/icons/circle-check';
import Folder from 'lucide-react/icons/folder';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import RotateCw from 'lucide-react/icons/rotate-cw';
import X from 'lucide-react/icons/x';
import { useMemo, useRef, useState } from 'react';
import { formatSize } from '#shared/domain/format.ts';
import { ExportCsv } from '#web/features/export/export-csv.tsx';
import { FOLDER_CREATED } from '#web/features/folders/api.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { FileIcon } from '#web/ui/display/file-icon.tsx';
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx';
import type { ColumnValue } from '#web/ui/lists/table-column.ts';
import { pauseUpload, removeUploads, resumeUpload, retryUploads } from './add-uploads.ts';
import { orderUploads } from './order-uploads.ts';
import { canRetry, getSentBytes, isInProgress, type Upload, type UploadQueue } from './upload-queue.ts';

function UploadRow({ upload }: { upload: Upload }) {
  const { id, name, isFolder, size, canPause, state } = upload;
  const remove = () => removeUploads(new Set([id]));
  return (
    <div className="flex items-center gap-2.5">
      {isFolder ? <Folder size={16} className="shrink-0 text-ink-muted" /> : <FileIcon name={name} />}
      <div className="min-w-0 flex-1">
        <p className="truncate" title={name}>
          {name}
        </p>
        {(isInProgress(upload) || state.kind === 'paused') && (
          <div className="py-1">
            <ProgressBar
              label={`Upload of ${name}`}
              value={size === 0 ? null : getSentBytes(upload) / size}
            />
          </div>
        )}
        {state.kind === 'offline' && <p className="text-ink-muted text-xs">Waiting for the connection</p>}
        {state.kind === 'paused' && <p className="text-ink-muted text-xs">Paused</p>}
        {state.kind === 'waiting' && <p className="text-ink-muted text-xs">Waiting</p>}
        {state.kind === 'done' && (
          <p className="text-ink-muted text-xs">{isFolder ? FOLDER_CREATED : formatSize(size)}</p>
        )}
        {state.kind === 'failed' && <p className="text-danger-ink text-xs">{state.reason}</p>}
      </div>
      {state.kind === 'done' && (
        <CircleCheck size={16} className="shrink-0 text-success-ink" aria-label="Uploaded" />
      )}
      {canRetry(upload) && (
        <IconButton icon={RotateCw} label={`Retry ${name}`} size="small" onClick={() => retryUploads(id)} />
      )}
      {state.kind === 'failed' && (
        <IconButton icon={X} label={`Remove ${name}`} size="small" onClick={remove} />
      )}
      {canPause && isInProgress(upload) && (
        <IconButton icon={Pause} label={`Pause ${name}`} size="small" onClick={() => pauseUpload(id)} />
      )}
      {state.kind === 'paused' && (
        <IconButton icon={Play} label={`Resume ${name}`} size="small" onClick={() => resumeUpload(id)} />
      )}
      {(isInProgress(upload) || state.kind === 'paused' || state.kind === 'waiting') && (
        <IconButton icon={X} label={`Cancel ${name}`} size="small" onClick={remove} />
      )}
    </div>
  );
}

const ROW_PX = 52;

/** Renders only the visible rows of thousands of uploads. */
export function UploadList({ uploads }: { uploads: UploadQueue }) {
  const box = useRef<HTMLDivElement>(null);
  // No row moves away from under the pointer, which would cancel another upload.
  const [held, setHeld] = useState<readonly number[] | null>(null);
  const rows = useMemo(() => orderUploads(uploads, held), [uploads, held]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 4,
  });
  return (
    <>
      <div
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by the keyboard
        tabIndex={0}
        onPointerEnter={() => setHeld(rows.map(({ id }) => id))}
        onPointerLeave={() => setHeld(null)}
        className="max-h-64 overflow-y-auto border-line border-t outline-offset-[-2px]"
      >
        <ul aria-label="Uploads" className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, key, start }) => {
            const upload = rows[index];
            return (
              upload && (
                <li
                  key={key}
                  data-index={index}
                  ref={virtualizer.measureElement}
                  aria-setsize={rows.length}
                  aria-posinset={index + 1}
                  className="absolute inset-x-0 top-0 border-line border-b px-3 py-2"
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <UploadRow upload={upload} />
                </li>
              )
            );
          })}
        </ul>
      </div>
      <ExportFailures uploads={uploads} />
    </>
  );
}

const FAILURE_VALUES: readonly ColumnValue<Upload>[] = [
  ['Name', ({ name }) => name],
  ['Kind', ({ isFolder }) => (isFolder ? 'Folder' : 'File')],
  ['Bytes', ({ size }) => size],
  ['Reason', ({ state }) => (state.kind === 'failed' ? state.reason : null)],
];

/** Downloads what could not be uploaded, and why. */
function ExportFailures({ uploads }: { uploads: UploadQueue }) {
  const failed = uploads.filter(({ state }) => state.kind === 'failed');
  if (failed.length === 0) return null;
  return (
    <div className="flex justify-end border-line border-t p-2">
      <ExportCsv size="small" name="failed uploads" columns={[{ values: FAILURE_VALUES }]} rows={failed} />
    </div>
  );
}
