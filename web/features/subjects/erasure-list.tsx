import type { Erasure } from '#shared/contracts/subjects/subjects.ts';
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
          {erasures.map((erasure) => (
            <ErasureRow key={erasure.id} erasure={erasure} later={findLater(erasures, erasure)} />
          ))}
        </ul>
        <ShowMore list={list} />
      </section>
    </Card>
  );
}

/** Finds a later erasure of the same person that was done, or else one that has not failed so far. */
function findLater(erasures: readonly Erasure[], { id, subjectHash }: Erasure): Erasure | undefined {
  const later = erasures.filter((other) => other.id > id && other.subjectHash === subjectHash);
  return later.find(({ state }) => state === 'done') ?? later.find(({ state }) => state !== 'failed');
}

const describeLater = ({ id, state }: Erasure): string =>
  state === 'done' ? `Failed, and done by No. ${id}` : `Failed, requested again as No. ${id}`;

const LABELS = { running: 'Running', restored: 'Waiting', done: 'Done' } as const;

function ErasureRow({ erasure, later }: { erasure: Erasure; later: Erasure | undefined }) {
  const { id, state, requestedAt, erasedAt } = erasure;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-2">
      <span>
        No. {id}, requested {formatDateTime(requestedAt)}
      </span>
      {erasedAt !== null ? (
        <ButtonLink href={`/api/admin/erasures/${id}/certificate`} size="small" opens="download">
          Certificate
        </ButtonLink>
      ) : state !== 'failed' ? (
        <span className="text-ink-muted">{LABELS[state]}</span>
      ) : later ? (
        <span className="text-ink-muted">{describeLater(later)}</span>
      ) : (
        <span className="text-danger-ink">
          Failed. The data is still stored: request the erasure again, or retry its job under Maintenance.
        </span>
      )}
    </li>
  );
}
