import type { FolderActivity } from '#shared/contracts/activity.ts';
import { countOf, formatDuration } from '#shared/domain/format.ts';
import { Table } from '#web/ui/lists/table.tsx';
import type { TableColumn } from '#web/ui/lists/table-column.ts';

type Day = FolderActivity['days'][number];

const DAY_MS = 24 * 60 * 60 * 1000;
const MIN_DAYS = 14;
/** A date without a time is midnight in UTC, whatever the time zone of the viewer. */
const DATE_FORMAT = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const formatDay = (day: string | number): string => DATE_FORMAT.format(new Date(day));

interface DayChartProps {
  days: readonly Day[];
  /** The first day of which views are counted; days before it are not shown as days without views. */
  firstDay?: string;
}

/** Charts the views per day from the first day with views to the last, with the same numbers in a collapsible table. */
export function DayChart({ days, firstDay }: DayChartProps) {
  const all = fillDays(days, firstDay);
  const busiest = days.reduce((best, day) => (day.views > best.views ? day : best));
  const [first, last] = [all[0], all.at(-1)];
  return (
    <figure className="flex flex-col gap-2">
      <figcaption className="flex flex-wrap justify-between gap-x-4 text-ink-muted">
        <span className="font-medium text-ink">Views by day</span>
        <span>
          Most: {formatDay(busiest.day)}, {formatViews(busiest)}
        </span>
      </figcaption>
      {/* Hidden from screen readers: the table below has the same numbers. */}
      <div aria-hidden="true">
        <div className="flex h-24 items-end gap-px border-line-strong border-b sm:gap-0.5">
          {all.map((day) => (
            <div
              key={day.day}
              title={`${formatDay(day.day)}: ${formatViews(day)}, ${formatDuration(day.ms)}`}
              className="flex h-full flex-1 items-end justify-center rounded-t-sm hover:bg-hover"
            >
              <div
                className="w-full max-w-10 rounded-t-sm bg-accent-ink"
                // Keeps days with any view visible.
                style={{ height: day.views > 0 ? `max(2px, ${(100 * day.views) / busiest.views}%)` : 0 }}
              />
            </div>
          ))}
        </div>
        <div className="flex justify-between pt-1 text-ink-muted text-xs">
          <span>{first && formatDay(first.day)}</span>
          <span>{last && formatDay(last.day)}</span>
        </div>
      </div>
      <details>
        <summary className="w-fit cursor-pointer text-ink-muted">Show as a table</summary>
        <div className="mt-2 rounded-md border border-line">
          <Table
            label="Views by day"
            columns={COLUMNS}
            rows={days}
            rowKey={({ day }) => Date.parse(day) / DAY_MS}
          />
        </div>
      </details>
    </figure>
  );
}

const COLUMNS: TableColumn<Day>[] = [
  { id: 'day', header: 'Day', cell: ({ day }) => formatDay(day) },
  { id: 'views', header: 'Views', width: '6rem', cell: ({ views }) => views },
  { id: 'viewers', header: 'People', width: '6rem', cell: ({ viewers }) => viewers },
  { id: 'time', header: 'In View', width: '8rem', cell: ({ ms }) => formatDuration(ms) },
];

const formatViews = ({ views }: Day): string => countOf(views, 'view');

/** Adds the days without views between the first and the last, and before them where the chart would be too short. */
function fillDays(days: readonly Day[], firstDay = ''): Day[] {
  const byDay = new Map(days.map((day) => [day.day, day]));
  const last = Date.parse(days.at(-1)?.day ?? '');
  const count = Math.max(MIN_DAYS, (last - Date.parse(days[0]?.day ?? '')) / DAY_MS + 1);
  const all = Array.from({ length: count }, (_, at) => {
    const day = new Date(last - (count - 1 - at) * DAY_MS).toISOString().slice(0, 10);
    return byDay.get(day) ?? { day, views: 0, viewers: 0, ms: 0 };
  });
  return all.filter(({ day }) => day >= firstDay);
}
