import { SCORE_COMPONENTS } from '#shared/domain/rooms/interest-score.ts';
import type { DayRange } from '#shared/domain/rooms/previous-days.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { FiguresSkeleton } from '#web/ui/feedback/figures-skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useScore } from './analytics-api.ts';

interface ScoreCardProps {
  roomId: number;
  groupId: number;
  range: DayRange;
}

/** Shows the score of a group, and each of its components with what it measures. */
export function ScoreCard({ roomId, groupId, range }: ScoreCardProps) {
  const { data, error, refetch } = useScore(roomId, groupId, range);
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  if (!data) return <FiguresSkeleton />;
  return (
    <Card className="flex flex-col gap-3 p-4">
      <h2 className="flex items-baseline gap-2 font-medium">
        Interest score
        <span className="font-semibold text-xl tabular-nums">{data.score ?? '–'}</span>
      </h2>
      <ul className="grid gap-x-8 gap-y-3 md:grid-cols-2">
        {data.components.map(({ name, value, weight }) => (
          <li key={name} className="flex flex-col gap-1">
            <span className="flex justify-between gap-4">
              <span className="font-medium capitalize">{name}</span>
              <span className="text-ink-muted tabular-nums">
                {weight === 0 ? 'Switched off' : `${Math.round(100 * value)}%, weight ${weight}`}
              </span>
            </span>
            <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-sunken">
              <span
                className={`block h-full ${weight === 0 ? 'bg-line-strong' : 'bg-accent-ink'}`}
                style={{ width: `${100 * value}%` }}
              />
            </span>
            <span className="text-ink-muted text-xs">{SCORE_COMPONENTS[name]}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
