import { clsx } from 'clsx';
import { type CSSProperties, type ReactNode, useRef } from 'react';
import { useVisibleRows } from './visible-rows.ts';

interface VirtualListProps<Entry> {
  label: string;
  entries: readonly Entry[];
  /** What there is to say when there are none. */
  emptyText: string;
  /** Its height, and what else is its own. */
  className: string;
  /** Draws one entry: a list item as high as a small control, placed absolutely by this style. */
  children: (entry: Entry, style: CSSProperties) => ReactNode;
}

/** A list of one-line entries that scrolls by itself and draws what is in sight alone. */
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
      // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it by keys
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
