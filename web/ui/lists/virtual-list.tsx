import { clsx } from 'clsx';
import { type CSSProperties, type ReactNode, useRef } from 'react';
import { useVisibleRows } from './visible-rows.ts';

interface VirtualListProps<Entry> {
  label: string;
  entries: readonly Entry[];
  /** Shown when there are no entries. */
  emptyText: string;
  /** Sets at least the height. */
  className: string;
  /** Renders one entry: a list item as high as a small control, absolutely positioned by this style. */
  children: (entry: Entry, style: CSSProperties) => ReactNode;
}

/** A scrollable list of one-line entries that renders only the visible ones. */
export function VirtualList<Entry>({
  label,
  entries,
  emptyText,
  className,
  children,
}: VirtualListProps<Entry>) {
  const scroller = useRef<HTMLElement>(null);
  const box = useRef<HTMLUListElement>(null);
  const count = entries.length;
  const { first, end, rowHeight } = useVisibleRows({
    count,
    rowSizeVariable: '--control-small-size',
    content: box,
    scroller,
  });
  return (
    <section
      ref={scroller}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
      tabIndex={0}
      className={clsx('min-w-0 overflow-y-auto overflow-x-hidden', className)}
    >
      {count === 0 && <p className="px-2 py-1 text-ink-muted">{emptyText}</p>}
      <ul ref={box} aria-label={label} className="relative" style={{ height: count * rowHeight }}>
        {entries
          .slice(first, end)
          .map((entry, index) => children(entry, { top: (first + index) * rowHeight }))}
      </ul>
    </section>
  );
}
