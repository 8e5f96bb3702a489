import Users from 'lucide-react/icons/users';
import type { ReactNode } from 'react';
import type { AnalyticsRow } from '#shared/contracts/rooms/analytics/analytics.ts';
import { formatDuration } from '#shared/domain/format.ts';
import { DayChart } from '#web/features/activity/day-chart.tsx';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { FigureList } from '#web/ui/display/figure-list.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { FiguresSkeleton } from '#web/ui/feedback/figures-skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { type Range, useAnalytics } from './analytics-api.ts';

interface AnalyticsOverviewProps {
  roomId: number;
  range: Range;
  groupId?: number;
  /** Follows when there is anything to show. */
  children?: ReactNode;
}

/** Shows totals and a chart of the days of a room, or of one of its groups. */
export function AnalyticsOverview({ roomId, range, groupId, children }: AnalyticsOverviewProps) {
  const list = useAnalytics(roomId, { by: 'day', ...range, ...(groupId !== undefined && { groupId }) });
  if (list.error && !list.data) return <LoadError error={list.error} onRetry={list.refetch} />;
  if (!list.data) return <FiguresSkeleton />;
  const days = list.data.pages.flatMap(({ result }) => result);
  if (days.length === 0)
    return (
      <Card>
        <EmptyState
          icon={Users}
          title="Nothing happened in these days"
          description="Here you will see who is interested, in what and since when. The staff and administrators do not count."
        />
      </Card>
    );
  const sum = (name: 'visits' | 'views' | 'ms' | 'downloads' | 'questions' | 'unansweredSearches') =>
    days.reduce((total, day) => total + day[name], 0);
  const figures = [
    ['Visits', sum('visits')],
    ['Views', sum('views')],
    ['Time in view', formatDuration(sum('ms'))],
    ['Downloads', sum('downloads')],
    ['Questions', sum('questions')],
    ['Unanswered', sum('unansweredSearches')],
  ] as const;
  const viewed = days.filter(({ views }) => views > 0);
  return (
    <>
      <Card className="flex flex-col gap-5 p-4">
        <FigureList figures={figures} />
        {viewed.length > 0 && <DayChart days={viewed.map(toChartDay)} />}
      </Card>
      {children}
    </>
  );
}

const toChartDay = ({ name, views, people, ms }: AnalyticsRow) => ({ day: name, views, viewers: people, ms });
