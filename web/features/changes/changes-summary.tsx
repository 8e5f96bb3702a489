import { Link } from 'wouter';
import { MAX_SUMMARY_CHANGES } from '#shared/domain/limits.ts';
import { useIsViewAs } from '#web/features/accounts/visitor-session.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useChangesSummary, useMarkSeen } from './api.ts';
import { ChangeItem } from './change-item.tsx';

const HEADING_ID = 'changes-heading';

/** Shows what others changed since the last visit, in a folder or everywhere; nothing when there is nothing. */
export function ChangesSummary({ folderId }: { folderId?: number }) {
  const { data: changes } = useChangesSummary(folderId);
  const markSeen = useMarkSeen(folderId);
  const isViewAs = useIsViewAs();
  const newest = changes?.[0];
  if (!changes || !newest) return null;
  const shown = changes.slice(0, MAX_SUMMARY_CHANGES);
  return (
    <section aria-labelledby={HEADING_ID} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={HEADING_ID} className="font-semibold text-lg">
          Since Your Last Visit
        </h2>
        <div className="flex items-center gap-2">
          {changes.length > shown.length && (
            <Link
              href={folderId === undefined ? '/changes' : `/changes?folder=${folderId}`}
              className="text-accent-ink underline"
            >
              Show all changes
            </Link>
          )}
          <Button
            size="small"
            variant="ghost"
            busy={markSeen.isPending}
            disabled={isViewAs}
            onClick={() => markSeen.mutate(newest.position)}
          >
            Mark All as Seen
          </Button>
        </div>
      </div>
      <Card>
        <ul className="divide-y divide-line">
          {shown.map((change) => (
            <ChangeItem key={change.position} change={change} />
          ))}
        </ul>
      </Card>
    </section>
  );
}
