import { useVirtualizer } from '@tanstack/react-virtual';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import { useMemo, useRef, useState } from 'react';
import type { Comparison } from '#shared/contracts/versions/compare.ts';
import { countOf } from '#shared/domain/format.ts';
import { useCommands } from '#web/lib/commands/commands.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import {
  describeCounts,
  findRowsOfHunks,
  groupByRow,
  type ListedRow,
  listRows,
  type Side,
} from './changed-rows.ts';
import { ComparedRowView } from './compared-row.tsx';

/** Pixels, before a row is measured. */
const ESTIMATED_ROW_HEIGHT = 64;

interface ComparisonViewProps {
  comparison: Comparison;
  /** The versions as their columns are called. */
  names: Readonly<Record<Side, string>>;
}

/** Shows both texts side by side with their changes, which buttons and the keys `n` and `p` visit one after another. */
export function ComparisonView({ comparison, names }: ComparisonViewProps) {
  const changes = useChanges(comparison);
  const { scroller, virtualizer, listed, hunksByRow, onlyChanges, current } = changes;
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2">
      <ChangeBar
        {...{ comparison, current, onlyChanges }}
        onStep={changes.step}
        onOnlyChanges={changes.setOnlyChanges}
      />
      <div className="relative min-h-96 flex-1 overflow-hidden rounded-lg border border-line bg-surface">
        <section
          ref={scroller}
          aria-label="Compared texts"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by the keyboard
          tabIndex={0}
          className="absolute inset-0 overflow-auto outline-offset-[-2px]"
        >
          <div
            aria-hidden="true"
            className="sticky top-0 z-10 hidden grid-cols-2 border-line border-b bg-surface font-medium text-sm md:grid"
          >
            <p className="px-4 py-2">{names.a}</p>
            <p className="border-line border-l px-4 py-2">{names.b}</p>
          </div>
          <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map(({ index, key, start }) => (
              <div
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${start}px)` }}
              >
                <Entry
                  entry={listed[index]}
                  {...{ comparison, hunksByRow, current, names }}
                  onFollowMove={changes.followMove}
                />
              </div>
            ))}
          </div>
        </section>
      </div>
    </div>
  );
}

/** Lists the rows in a box that scrolls, and visits the changes among them. */
function useChanges(comparison: Comparison) {
  const { rows, hunks } = comparison;
  const [onlyChanges, setOnly] = useState(false);
  const [current, setCurrent] = useState<number>();
  const scroller = useRef<HTMLElement>(null);
  const rowsOfHunks = useMemo(() => findRowsOfHunks({ rows, hunks }), [rows, hunks]);
  const hunksByRow = useMemo(() => groupByRow(rowsOfHunks), [rowsOfHunks]);
  const listed = useMemo(
    () => listRows(rows.length, hunksByRow, onlyChanges),
    [rows.length, hunksByRow, onlyChanges],
  );
  const virtualizer = useVirtualizer({
    count: listed.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ESTIMATED_ROW_HEIGHT,
    overscan: 8,
  });
  const showRow = (row: number | undefined) => {
    const index = listed.findIndex((entry) => 'row' in entry && entry.row === row);
    if (index >= 0) virtualizer.scrollToIndex(index, { align: 'center' });
  };
  const visit = (hunk: number) => {
    setCurrent(hunk);
    showRow(rowsOfHunks[hunk]?.[0]);
  };
  const step = (by: 1 | -1) => {
    if (hunks.length === 0) return;
    const start = by === 1 ? -1 : 0;
    visit(((current ?? start) + by + hunks.length) % hunks.length);
  };
  const followMove = (hunk: number, to: Side) => {
    setCurrent(hunk);
    const [inB, inA] = rowsOfHunks[hunk] ?? [];
    showRow(to === 'b' ? inB : (inA ?? inB));
  };
  const setOnlyChanges = (next: boolean) => {
    setOnly(next);
    scroller.current?.scrollTo({ top: 0 });
  };
  return {
    scroller,
    virtualizer,
    listed,
    hunksByRow,
    onlyChanges,
    setOnlyChanges,
    current,
    step,
    followMove,
  };
}

interface EntryProps extends ComparisonViewProps {
  entry: ListedRow | undefined;
  hunksByRow: ReadonlyMap<number, number[]>;
  current: number | undefined;
  onFollowMove: (hunk: number, to: Side) => void;
}

function Entry({ entry, comparison, hunksByRow, ...rest }: EntryProps) {
  if (!entry) return null;
  if ('hiddenRows' in entry) {
    const { hiddenRows } = entry;
    return (
      <p className="border-line border-y bg-sunken px-4 py-1 text-ink-muted text-xs">
        {countOf(hiddenRows, 'unchanged paragraph')}
      </p>
    );
  }
  const row = comparison.rows[entry.row];
  const among = hunksByRow.get(entry.row) ?? [];
  return row ? <ComparedRowView {...{ row, among }} hunks={comparison.hunks} {...rest} /> : null;
}

interface ChangeBarProps {
  comparison: Comparison;
  current: number | undefined;
  onlyChanges: boolean;
  onStep: (by: 1 | -1) => void;
  onOnlyChanges: (next: boolean) => void;
}

function ChangeBar({ comparison: { hunks }, current, onlyChanges, onStep, onOnlyChanges }: ChangeBarProps) {
  useCommands([
    { label: 'Next change', key: 'n', run: () => onStep(1) },
    { label: 'Previous change', key: 'p', run: () => onStep(-1) },
  ]);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <p className="flex-1 basis-48 text-ink-muted">{describeCounts(hunks)}</p>
      <Switch
        label="Only changes"
        checked={onlyChanges}
        onChange={({ target }) => onOnlyChanges(target.checked)}
      />
      <div className="flex items-center gap-1">
        <IconButton icon={ChevronUp} label="Previous change (p)" onClick={() => onStep(-1)} />
        <p aria-live="polite" className="min-w-16 text-center text-ink-muted text-sm tabular-nums">
          {`${current === undefined ? '–' : current + 1} of ${hunks.length}`}
        </p>
        <IconButton icon={ChevronDown} label="Next change (n)" onClick={() => onStep(1)} />
      </div>
    </div>
  );
}
