import { useId } from 'react';
import { formatDate } from '#shared/domain/format.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useLines } from './lines-api.ts';

/** Lists the frozen numbers whose entries were removed. */
export function WithdrawnLines({ folderId, version }: { folderId: number; version: string }) {
  const headingId = useId();
  const { data, error, refetch } = useLines(folderId, 'withdrawn', version);
  if (error && !data)
    return (
      <LoadError error={error} summary="Failed to fetch withdrawn entries" onRetry={() => void refetch()} />
    );
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-2">
      <h2 id={headingId} className="font-semibold text-base">
        Withdrawn
      </h2>
      <Card>
        <ul className="divide-y divide-line">
          {data.map(({ id, number, name, withdrawnAt }) => (
            <li
              key={id}
              className="flex min-h-control flex-wrap items-center gap-x-3 px-4 py-1 text-ink-muted"
            >
              <span className="tabular-nums">{number}</span>
              <s className="min-w-0 wrap-anywhere">{name}</s>
              <span>Withdrawn on {formatDate(withdrawnAt)}</span>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}
