import Search from 'lucide-react/icons/search';
import { Link } from 'wouter';
import type { SearchedWords } from '#shared/contracts/rooms/analytics/search-words.ts';
import { formatDateTime } from '#shared/domain/format.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ShowMore } from '#web/ui/lists/show-more.tsx';
import { Table } from '#web/ui/lists/table.tsx';
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
            Settings of analytics
          </Link>
        }
        compact
      />
    </Card>
  );
}

function SearchWordTable({ roomId, range, groupId }: SearchWordsProps) {
  const list = useSearchWords(roomId, groupId, range);
  if (list.error && !list.data) return <LoadError error={list.error} onRetry={list.refetch} />;
  if (!list.data) return <ListSkeleton />;
  const rows = list.data.pages.flatMap(({ result }) => result);
  if (rows.length === 0)
    return (
      <Card>
        <EmptyState icon={Search} title="Nobody searched in these days" compact />
      </Card>
    );
  const keys = new Map(rows.map(({ words }, at) => [words, at]));
  return (
    <div className="flex flex-col gap-3">
      <Card>
        <Table
          label="Searches"
          columns={COLUMNS}
          rows={rows}
          rowKey={({ words }) => keys.get(words) ?? 0}
          hasTwoLineRows
        />
      </Card>
      <ShowMore list={list} />
    </div>
  );
}

const COLUMNS: TableColumn<SearchedWords>[] = [
  {
    id: 'words',
    header: 'Words',
    cell: ({ words, lastAt }) => (
      <div className="min-w-0">
        <p className="truncate font-medium" title={words}>
          {words}
        </p>
        <p className="truncate text-ink-muted text-xs">Last on {formatDateTime(lastAt)}</p>
      </div>
    ),
  },
  { id: 'searches', header: 'Searches', width: '6rem', cell: ({ searches }) => searches },
  { id: 'unanswered', header: 'Unanswered', width: '7rem', cell: ({ unanswered }) => unanswered },
];
