import Search from 'lucide-react/icons/search';
import { FileIcon } from '#web/ui/display/file-icon.tsx';

/** Widths of the lines of a page, in percent; the marked one is the passage. */
const LINES = [
  { width: 88 },
  { width: 96 },
  { width: 91 },
  { width: 72, isMarked: true },
  { width: 94 },
  { width: 58 },
] as const;
/** Heights of the bars of a chart of the time on each page, in percent. */
const PAGE_TIMES = [42, 64, 100, 78, 30, 22, 48, 16] as const;

/** A drawing of the product: a question, its answer, and the page with the passage marked. Hidden from screen readers. */
export function ProductImage() {
  return (
    <div aria-hidden="true" className="relative select-none pr-10 pb-10">
      <div className="flex flex-col gap-3 rounded-lg border border-line bg-raised p-4 shadow-popup">
        <span className="flex items-center gap-2 rounded-md border border-line px-2.5 py-2 text-ink-muted text-sm">
          <Search size={14} className="shrink-0" />
          When can the lease be terminated?
        </span>
        <p className="text-lg">
          With <b className="font-semibold">18 months’ notice</b>, at the end of a quarter.
        </p>
        <div className="overflow-hidden rounded-md border border-line">
          <span className="flex items-center gap-2 border-line border-b px-3 py-1.5 text-sm">
            <FileIcon name="Lease.pdf" />
            <span className="flex-1 font-medium">Lease.pdf</span>
            <span className="text-ink-muted text-xs">Page 3</span>
          </span>
          <span className="flex flex-col gap-2 px-4 py-3.5">
            {LINES.map((line) => (
              <span key={line.width} style={{ width: `${line.width}%` }} className="flex h-2.5 items-center">
                <span
                  className={
                    'isMarked' in line
                      ? 'h-2.5 w-full rounded-sm bg-[light-dark(#ffd54a,#947a26)]'
                      : 'h-1.5 w-full rounded-sm bg-line'
                  }
                />
              </span>
            ))}
          </span>
        </div>
      </div>
      <div className="absolute right-0 bottom-0 w-44 rounded-lg border border-line bg-raised p-3 shadow-popup">
        <span className="flex h-10 items-end gap-1">
          {PAGE_TIMES.map((height) => (
            <span
              key={height}
              style={{ height: `${height}%` }}
              className="flex-1 rounded-t-sm bg-accent-ink/80"
            />
          ))}
        </span>
        <p className="mt-2 font-medium text-xs">Read for 12 min</p>
        <p className="text-ink-muted text-xs">Three visitors, mostly page 3</p>
      </div>
    </div>
  );
}
