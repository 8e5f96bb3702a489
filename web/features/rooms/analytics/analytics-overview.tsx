import Users from 'lucide-react/icons/users';
import type { ReactNode } from 'react';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type { AnalyticsRow } from '#shared/contracts/rooms/analytics/analytics.ts';
import type { getAnalyticsTotal } from '#shared/contracts/rooms/analytics/total.ts';
import { formatDuration } from '#shared/domain/format.ts';
import { formatCount } from '#shared/domain/rooms/figure-change.ts';
import type { DayRange } from '#shared/domain/rooms/previous-days.ts';
import { DayChart } from '#web/features/activity/day-chart.tsx';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { FigureList } from '#web/ui/display/figure-list.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { FiguresSkeleton } from '#web/ui/feedback/figures-skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useDays, useTotal } from './analytics-api.ts';
import { describeChange } from './compared.tsx';
import { describeComparison, hasDays } from './period.ts';

interface AnalyticsOverviewProps {
  roomId: number;
  range: DayRange;
  groupId?: number;
  /** Follows when there is anything to show. */
  children?: ReactNode;
}

/** Shows totals beside those of the days before, and a chart of the days, of a room or of one of its groups. */
export function AnalyticsOverview({ roomId, range, groupId, children }: AnalyticsOverviewProps) {
  const chosen = { ...range, groupId };
  const total = useTotal(roomId, chosen);
  const days = useDays(roomId, chosen, { isEnabled: hasDays(range) });
  const failed = [total, days].find(({ error, data }) => error && !data);
  if (failed?.error) return <LoadError error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!total.data || (hasDays(range) && !days.data)) return <FiguresSkeleton />;
  if (isEmpty(total.data) && (total.data.previous === null || isEmpty(total.data.previous)))
    return (
      <Card>
        <EmptyState
          icon={Users}
          title="Nothing happened in these days"
          description="Here you will see who is interested, in what and since when. The staff and administrators do not count."
        />
      </Card>
    );
  const viewed = days.data?.filter(({ views }) => views > 0) ?? [];
  return (
    <>
      <Card className="flex flex-col gap-5 p-4">
        <FigureList figures={listFigures(total.data)} />
        <p className="text-ink-muted text-xs">{describeComparison(total.data.previous)}</p>
        {viewed.length > 0 && <DayChart days={viewed.map(toChartDay)} firstDay={range.from} />}
        {!hasDays(range) && (
          <p className="text-ink-muted">Choose at most 366 days to see single days and to export reports.</p>
        )}
      </Card>
      {children}
    </>
  );
}

type Total = ResultOf<typeof getAnalyticsTotal>;
type Figures = Omit<Total, 'previous'>;

const isEmpty = ({ views, downloads, questions, automatedViews }: Figures): boolean =>
  views + downloads + questions + automatedViews === 0;

const FIGURES = [
  ['People', 'people'],
  ['Visits', 'visits'],
  ['Views', 'views'],
  ['Time in view', 'ms'],
  ['Per person', 'averageMs'],
  ['Downloads', 'downloads'],
  ['Questions', 'questions'],
  ['Unanswered', 'unansweredSearches'],
] as const satisfies readonly (readonly [string, keyof Figures])[];

function listFigures(total: Total): (readonly [string, string, string | undefined])[] {
  return FIGURES.map(([label, name]) => {
    const [now, before] = [total[name], total.previous?.[name] ?? null];
    const format = name === 'ms' || name === 'averageMs' ? formatDuration : undefined;
    // An average of fewer than three people is not shown, and not compared.
    if (now === null) return [label, '–', undefined];
    const figure = format ? format(now) : formatCount(now);
    return [label, figure, before === null ? undefined : describeChange(now, before, format)];
  });
}

const toChartDay = ({ name, views, people, ms }: AnalyticsRow) => ({ day: name, views, viewers: people, ms });
