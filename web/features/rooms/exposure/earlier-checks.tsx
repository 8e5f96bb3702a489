import { useId } from 'react';
import { formatDateTime } from '#shared/domain/format.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ShowMore } from '#web/ui/lists/show-more.tsx';
import { describeScope } from './describe-scope.ts';
import { useChecks } from './exposure-api.ts';
import { countThings } from './finding-labels.ts';

interface EarlierChecksProps {
  groupId: number;
  /** The check that is shown above. */
  shownId: number;
  onOpen: (id: number) => void;
}

/** Lists the other finished checks of a group with their sign-off, newest first; nothing while there are none. */
export function EarlierChecks({ groupId, shownId, onOpen }: EarlierChecksProps) {
  const headingId = useId();
  const list = useChecks(groupId);
  const { data, error, refetch } = list;
  const checks = data?.pages
    .flatMap(({ result }) => result)
    .filter(({ id, state }) => id !== shownId && state === 'done');
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  if (!checks || checks.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-2">
      <h2 id={headingId} className="font-semibold text-base">
        Other checks
      </h2>
      <Card>
        <ul className="divide-y divide-line">
          {checks.map(({ id, documents, createdAt, signedOffAt, signedOffBy, ...scope }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
              <div className="min-w-0 flex-1 basis-56">
                <p className="flex flex-wrap items-center gap-2 font-medium">
                  {formatDateTime(createdAt)}
                  {signedOffAt !== null && <Badge tone="success">Signed off</Badge>}
                </p>
                <p className="text-ink-muted text-xs wrap-anywhere">
                  {countThings(documents, 'document')}, {describeScope(scope)}
                  {signedOffAt !== null &&
                    ` · signed off ${signedOffBy === null ? '' : `by ${signedOffBy} `}on ${formatDateTime(signedOffAt)}`}
                </p>
              </div>
              <Button
                size="small"
                aria-label={`Open the check of ${formatDateTime(createdAt)}`}
                onClick={() => onOpen(id)}
              >
                Open
              </Button>
            </li>
          ))}
        </ul>
      </Card>
      <ShowMore list={list} />
    </section>
  );
}
