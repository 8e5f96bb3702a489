import type { LinkAnalytics } from '#shared/contracts/links/link-visitors.ts';
import { formatDateTime, formatDuration } from '#shared/domain/format.ts';
import { FigureList } from '#web/ui/display/figure-list.tsx';
import { Card } from '#web/ui/layout/card.tsx';

const STEPS = [
  ['password', 'Wrong password'],
  ['email', 'Address not allowed'],
  ['code', 'Wrong code'],
  ['terms', 'Terms had changed'],
] as const;

/** Shows how often a link was opened, what its visitors viewed, and at which step it was refused. */
export function LinkFigures({ analytics }: { analytics: LinkAnalytics }) {
  const { opened, visits, people, files, pages, ms, downloads, lastVisitAt, refused } = analytics;
  const figures = [
    ['Link opened', opened],
    ['People', people],
    ['Visits', visits],
    ['Views', files],
    ['Pages', pages],
    ['Time in view', ms === 0 ? '–' : formatDuration(ms)],
    ['Downloads', downloads],
  ] as const;
  const refusals = STEPS.filter(([step]) => refused[step] > 0);
  return (
    <Card className="flex flex-col gap-4 p-4">
      <FigureList figures={figures} />
      <p className="border-line border-t pt-3 text-ink-muted">
        {lastVisitAt !== null && `Last visit ${formatDateTime(lastVisitAt)}. `}
        {refusals.length === 0
          ? 'Nobody was turned away.'
          : `Turned away: ${refusals.map(([step, label]) => `${label} (${refused[step]})`).join(', ')}.`}
      </p>
    </Card>
  );
}
