import { formatDateTime } from '#shared/domain/format.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ShowMore } from '#web/ui/lists/show-more.tsx';
import { useErasures } from './api.ts';

/** Lists erasures with their certificates; nothing while there are none. */
export function ErasureList() {
  const list = useErasures();
  const { data, error, refetch } = list;
  const erasures = data?.pages.flatMap(({ result }) => result) ?? [];
  if (error && !data)
    return <LoadError error={error} summary="Failed to fetch erasures" onRetry={() => void refetch()} />;
  if (erasures.length === 0) return null;
  return (
    <Card>
      <section aria-label="Erasures" className="p-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="font-semibold text-base">Erasures</h2>
          <ButtonLink href="/api/admin/erasures/export" size="small" opens="download">
            Download List
          </ButtonLink>
        </div>
        <p className="text-ink-muted">
          Keep the list with the backups: a restore of an older one needs it to erase these people again.
        </p>
        <ul className="mt-2 divide-y divide-line">
          {erasures.map(({ id, state, requestedAt, erasedAt }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-2">
              <span>
                No. {id}, requested {formatDateTime(requestedAt)}
              </span>
              {erasedAt === null ? (
                <span className="text-ink-muted">{state === 'running' ? 'Running' : 'Waiting'}</span>
              ) : (
                <ButtonLink href={`/api/admin/erasures/${id}/certificate`} size="small" opens="download">
                  Certificate
                </ButtonLink>
              )}
            </li>
          ))}
        </ul>
        <ShowMore list={list} />
      </section>
    </Card>
  );
}
