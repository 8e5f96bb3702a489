import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import type { Upload, UploadQueue } from './upload-queue.ts';
import { UploadRow } from './upload-row.tsx';

const ROW_PX = 52;

/** What is going on first, then what needs a hand. */
const STATE_ORDER: Record<Upload['state']['kind'], number> = {
  sending: 0,
  offline: 0,
  failed: 1,
  paused: 2,
  waiting: 3,
  done: 4,
};

/** Draws of thousands of uploads only those in sight. */
export function UploadList({ uploads }: { uploads: UploadQueue }) {
  const box = useRef<HTMLDivElement>(null);
  const rows = useMemo(
    () => uploads.toSorted((a, b) => STATE_ORDER[a.state.kind] - STATE_ORDER[b.state.kind]),
    [uploads],
  );
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 4,
  });
  return (
    <div
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by the keyboard
      tabIndex={0}
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
  );
}
