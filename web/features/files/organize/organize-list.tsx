import { type CSSProperties, type ReactNode, useRef } from 'react';
import { useRowsInSight } from '#web/ui/rows-in-sight.ts';

interface OrganizeListProps<Entry> {
  label: string;
  entries: readonly Entry[];
  /** What there is to say when there are none. */
  empty: string;
  /** Draws one entry, as a list item with this style. */
  children: (entry: Entry, style: CSSProperties) => ReactNode;
}

/** A list that scrolls by itself and draws what is in sight alone. */
export function OrganizeList<Entry>({ label, entries, empty, children }: OrganizeListProps<Entry>) {
  const scroller = useRef<HTMLElement>(null);
  const box = useRef<HTMLUListElement>(null);
  const count = entries.length;
  const { first, end, rowHeight } = useRowsInSight({ count, token: '--control-small-size', box, scroller });
  return (
    <section
      ref={scroller}
      aria-label={label}
      className="h-56 min-w-0 overflow-y-auto overflow-x-hidden rounded-md border border-line p-1 max-md:h-40"
    >
      {count === 0 && <p className="px-2 py-1 text-ink-muted">{empty}</p>}
      <ul ref={box} aria-label={label} className="relative" style={{ height: count * rowHeight }}>
        {entries
          .slice(first, end)
          .map((entry, index) => children(entry, { top: (first + index) * rowHeight }))}
      </ul>
    </section>
  );
}
