import type { ViewsSummary } from '#shared/contracts/file-views.ts';
import { countOf, formatDuration } from '#shared/domain/format.ts';
import { Table } from '#web/ui/lists/table.tsx';
import type { TableColumn } from '#web/ui/lists/table-column.ts';

type Pages = ViewsSummary['pages'];

/** Maximum number of labels that fit side by side on a phone. */
const MAX_LABELLED_BARS = 15;

/** Charts the view time per page, or per group of pages, with the same numbers in a collapsible table. */
export function PageTimeChart({ pages }: { pages: Pages }) {
  const longest = pages.reduce((best, page) => (page.ms > best.ms ? page : best));
  const [first, last] = [pages[0], pages.at(-1)];
  return (
    <figure className="flex flex-col gap-2">
      <figcaption className="flex flex-wrap justify-between gap-x-4 text-ink-muted">
        <span className="font-medium text-ink">Time in view by page</span>
        <span>
          Longest: {formatPageRange(longest)}, {formatDuration(longest.ms)}
        </span>
      </figcaption>
      {/* Hidden from screen readers: the table below has the same numbers. */}
      <div aria-hidden="true">
        <div className="flex h-32 items-end gap-px border-line-strong border-b sm:gap-0.5">
          {pages.map((page) => (
            <div
              key={page.from}
              title={`${formatPageRange(page)}: ${formatDuration(page.ms)}, ${formatViewerCount(page)}`}
              className="flex h-full flex-1 items-end justify-center rounded-t-sm hover:bg-hover"
            >
              <div
                className="w-full max-w-10 rounded-t-sm bg-accent-ink"
                // Keeps pages with any view time visible.
                style={{ height: page.ms > 0 ? `max(2px, ${(100 * page.ms) / longest.ms}%)` : 0 }}
              />
            </div>
          ))}
        </div>
        <div className="flex gap-px pt-1 text-ink-muted text-xs sm:gap-0.5">
          {pages.length > MAX_LABELLED_BARS ? (
            <>
              <span className="flex-1">Page {first?.from}</span>
              <span>Page {last?.to}</span>
            </>
          ) : (
            pages.map(({ from }) => (
              <span key={from} className="flex-1 text-center">
                {from}
              </span>
            ))
          )}
        </div>
      </div>
      <details>
        <summary className="w-fit cursor-pointer text-ink-muted">Show as a table</summary>
        <div className="mt-2 rounded-md border border-line">
          <Table label="Time in view by page" columns={COLUMNS} rows={pages} rowKey={({ from }) => from} />
        </div>
      </details>
    </figure>
  );
}

const COLUMNS: TableColumn<Pages[number]>[] = [
  { id: 'page', header: 'Page', cell: formatPageRange },
  { id: 'time', header: 'In View', width: '8rem', cell: ({ ms }) => formatDuration(ms) },
  { id: 'viewers', header: 'Viewers', width: '6rem', cell: ({ viewers }) => viewers },
];

function formatPageRange({ from, to }: Pages[number]): string {
  return from === to ? `Page ${from}` : `Pages ${from}–${to}`;
}

const formatViewerCount = ({ viewers }: Pages[number]): string => countOf(viewers, 'viewer');
