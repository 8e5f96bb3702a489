import Search from 'lucide-react/icons/search';
import { Link } from 'wouter';
import type { SearchedWords } from '#shared/contracts/rooms/analytics/search-words.ts';
import { formatDate, formatDateTime } from '#shared/domain/format.ts';
import type { DayRange } from '#shared/domain/rooms/previous-days.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { FilteredTable } from '#web/features/filter/filtered-table.tsx';
import { useAddressFilter } from '#web/features/filter/server-filter.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import type { TableColumn } from '#web/ui/lists/table-column.ts';
import { useRoom } from '../api.ts';
import { useSearchWords } from './analytics-api.ts';
import { formatFileDays } from './period.ts';

interface SearchWordsProps {
  roomId: number;
  range: DayRange;
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
  const filter = useAddressFilter();
  const list = useSearchWords(roomId, groupId, range, filter.query);
  const empty = { icon: Search, title: 'Nobody searched in these days' };
  return (
    <FilteredTable
      label="Searches"
      nouns="searches"
      placeholder="Filter by words"
      columns={COLUMNS}
      exportName={`searches ${formatFileDays(range)}`}
      {...{ list, filter, empty }}
    />
  );
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
    values: [['Words', ({ words }) => words]],
  },
  {
    id: 'searches',
    header: 'Searches',
    width: '6.5rem',
    cell: ({ searches }) => searches,
    values: [['Searches', ({ searches }) => searches]],
  },
  {
    id: 'unanswered',
    header: 'Unanswered',
    width: '7rem',
    showFrom: 'medium',
    cell: ({ unanswered }) => unanswered,
    values: [['Unanswered', ({ unanswered }) => unanswered]],
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
    values: [['Last search', ({ lastAt }) => lastAt]],
  },
];
