import BookOpen from 'lucide-react/icons/book-open';
import { useState } from 'react';
import { Link } from 'wouter';
import type { UnreadEntry } from '#shared/contracts/rooms/analytics/analytics.ts';
import { formatDate } from '#shared/domain/format.ts';
import { FailedList } from '#web/features/errors/failed-list.tsx';
import { FilteredTable } from '#web/features/filter/filtered-table.tsx';
import { useAddressFilter } from '#web/features/filter/server-filter.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import type { TableColumn } from '#web/ui/lists/table-column.ts';
import { useGroups } from '../groups/groups-api.ts';
import { useUnread } from './analytics-api.ts';

/** Lists what a group, or nobody at all, has opened of what it may open; the user chooses the group. */
export function UnreadByGroup({ roomId }: { roomId: number }) {
  const list = useGroups(roomId);
  const groups = list.data ?? [];
  const [chosen, setChosen] = useState<number>();
  const options = [
    { value: '', label: 'Everybody' },
    ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  return (
    <div className="flex flex-col gap-3">
      {groups.length > 0 && (
        <div className="w-full sm:w-72">
          <Select
            label="Not opened by"
            options={options}
            value={chosen === undefined ? '' : String(chosen)}
            onChange={({ target }) => setChosen(target.value === '' ? undefined : Number(target.value))}
          />
        </div>
      )}
      <FailedList lists={[list]} summary="The groups could not be loaded" />
      <UnreadList key={chosen ?? 0} roomId={roomId} groupId={chosen} />
    </div>
  );
}

interface UnreadListProps {
  roomId: number;
  groupId: number | undefined;
}

export function UnreadList({ roomId, groupId }: UnreadListProps) {
  const filter = useAddressFilter();
  const list = useUnread(roomId, groupId, filter.query);
  const empty = { icon: BookOpen, title: 'No unread documents' };
  return (
    <FilteredTable
      label="Unread documents"
      nouns="documents"
      placeholder="Filter by name or folder"
      columns={COLUMNS}
      rowKey={({ id }) => id}
      exportName="unread documents"
      {...{ list, filter, empty }}
    />
  );
}

const COLUMNS: TableColumn<UnreadEntry>[] = [
  {
    id: 'name',
    header: 'Document',
    cell: (entry) => (
      <div className="min-w-0">
        <p className="flex items-center gap-2">
          <Link
            href={`/file/${entry.id}`}
            title={entry.name}
            dir="auto"
            className="truncate rounded-sm text-accent-ink hover:underline"
          >
            {entry.name}
          </Link>
          {entry.state === 'earlier-version' && <Badge>Earlier version</Badge>}
        </p>
        <p className="@2xl:hidden truncate text-ink-muted text-xs">{entry.folderName}</p>
      </div>
    ),
    values: [
      ['Document', ({ name }) => name],
      ['State', ({ state }) => (state === 'earlier-version' ? 'Earlier version' : 'Not opened')],
    ],
  },
  {
    id: 'folder',
    header: 'Folder',
    width: '30%',
    showFrom: 'medium',
    cell: ({ folderName }) => folderName,
    values: [['Folder', ({ folderName }) => folderName]],
  },
  {
    id: 'since',
    header: 'Since',
    width: '8rem',
    cell: ({ modifiedAt }) => <time dateTime={modifiedAt}>{formatDate(modifiedAt)}</time>,
    values: [['Since', ({ modifiedAt }) => modifiedAt]],
  },
];
