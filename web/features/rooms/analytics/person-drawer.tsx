import { Link } from 'wouter';
import type { TimelineEntry } from '#shared/contracts/rooms/analytics/analytics.ts';
import { formatDateTime, formatDuration } from '#shared/domain/format.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { ShowMore } from '#web/ui/lists/show-more.tsx';
import { Drawer } from '#web/ui/overlays/drawer.tsx';
import { useTimeline } from './analytics-api.ts';

interface PersonDrawerProps {
  roomId: number;
  person: { memberId: number; name: string };
  onClose: () => void;
}

/** Shows what one person did in a room, newest first. */
export function PersonDrawer({ roomId, person, onClose }: PersonDrawerProps) {
  const list = useTimeline(roomId, person.memberId);
  const entries = list.data?.pages.flatMap(({ result }) => result);
  return (
    <Drawer title={person.name} description="In this room, newest first" onClose={onClose}>
      {list.error && !entries && <LoadError error={list.error} onRetry={list.refetch} />}
      {!list.error && !entries && <ListSkeleton />}
      {entries?.length === 0 && <p className="text-ink-muted">Nothing yet.</p>}
      <ol className="flex flex-col divide-y divide-line">
        {entries?.map((entry) => (
          <li key={entry.id} className="py-2">
            <p className="wrap-anywhere">
              <Action entry={entry} />
            </p>
            <p className="text-ink-muted text-xs">
              <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
              {entry.ms !== null && entry.ms > 0 && ` · ${formatDuration(entry.ms)} in view`}
              {entry.version !== null && entry.version > 1 && ` · version ${entry.version}`}
            </p>
          </li>
        ))}
      </ol>
      <ShowMore list={list} />
    </Drawer>
  );
}

function Action({ entry: { kind, file, isAnswered } }: { entry: TimelineEntry }) {
  if (kind === 'question') return isAnswered ? 'Asked a question' : 'Asked a question without an answer';
  return (
    <>
      {kind === 'view' ? 'Viewed ' : 'Downloaded '}
      {file && (
        <Link href={`/file/${file.id}`} className="rounded-sm text-accent-ink hover:underline">
          {file.name}
        </Link>
      )}
    </>
  );
}
