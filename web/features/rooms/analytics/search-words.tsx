import Search from 'lucide-react/icons/search';
import { Link } from 'wouter';
import type { SearchedWords } from '#shared/contracts/rooms/analytics/search-words.ts';
import { formatDate, formatDateTime } from '#shared/domain/format.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PagedTable } from '#web/ui/lists/paged-table.tsx';
import type { TableColumn } from '#web/ui/lists/table-column.ts';
import { useRoom } from '../publications-api.ts';
import { type Range, useSearchWords } from './analytics-api.ts';

interface SearchWordsProps {
  roomId: number;
  range: Range;
  groupId?: number;
}

/** Lists what readers searched for, where the room records it. */
export function SearchWords(props: SearchWordsProps) {
  const { data: room, error, refetch } = useRoom(props.roomId);
  if (error && !room) return <LoadError error={error} onRetry={refetch} />;
  if (!room) return <ListSkeleton />;
  return room.settings.analytics.recordSearchWords ? (
    <SearchWordTable {...props} />
  ) : (
    <Card>
      <EmptyState
        icon={Search}
        title="The words of searches are not recorded"
        description="Searches are only counted. Switch on “Show the words of searches” to see them from then on."
        action={
          <Link
            href={`/rooms/${props.roomId}/settings?tab=analytics`}
            className="rounded-sm text-accent-ink hover:underline"
          >
            Analytics settings
          </Link>
        }
        compact
      />
    </Card>
  );
}

function SearchWordTable({ roomId, range, groupId }: SearchWordsProps) {
  const list = useSearchWords(roomId, groupId, range);
  const empty = { icon: Search, title: 'Nobody searched in these days' };
  return <PagedTable label="Searches" columns={COLUMNS} {...{ list, empty, LoadError }} />;
}

const COLUMNS: TableColumn<SearchedWords>[] = [
  {
    id: 'words',
    header: 'Words',
    cell: ({ words, unanswered, lastAt }) => (
      <div className="min-w-0">
        <p className="truncate font-medium" title={words}>
          {words}
        </p>
        <p className="@2xl:hidden truncate text-ink-muted text-xs">
          Last on {formatDate(lastAt)}
          {unanswered > 0 && `, ${unanswered} unanswered`}
        </p>
      </div>
    ),
  },
  { id: 'searches', header: 'Searches', width: '5.5rem', cell: ({ searches }) => searches },
  {
    id: 'unanswered',
    header: 'Unanswered',
    width: '7rem',
    showFrom: 'medium',
    cell: ({ unanswered }) => unanswered,
  },
  {
    id: 'last',
    header: 'Last Search',
    width: '8rem',
    showFrom: 'medium',
    cell: ({ lastAt }) => (
      <time dateTime={lastAt} title={formatDateTime(lastAt)}>
        {formatDate(lastAt)}
      </time>
    ),
  },
];
