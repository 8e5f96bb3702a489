import PanelRight from 'lucide-react/icons/panel-right';
import ScrollText from 'lucide-react/icons/scroll-text';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { formatDateTime } from '#shared/domain/format.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ShowMore } from '#web/ui/lists/show-more.tsx';
import { Table } from '#web/ui/lists/table.tsx';
import type { TableColumn } from '#web/ui/lists/table-column.ts';
import { AuditEntryDrawer, type ShownEntry } from './audit-entry-drawer.tsx';
import { describeEntry } from './audit-sentence.ts';

interface EntryList<Entry> {
  readonly data: { readonly pages: readonly { readonly result: readonly Entry[] }[] } | undefined;
  readonly error: Error | null;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  refetch(): unknown;
  fetchNextPage(): Promise<unknown>;
}

interface AuditTableProps<Entry> {
  label: string;
  list: EntryList<Entry>;
  /** Shows results and addresses, as administrators see them. */
  hasRefusals?: boolean;
  empty: string;
  /** Returns the address of the proof of an entry. */
  proofOf?: (entry: Entry) => string;
}

/** Lists entries of the audit log as sentences, and shows one with its details. */
export function AuditTable<Entry extends ShownEntry>({
  label,
  list,
  hasRefusals = false,
  empty,
  proofOf,
}: AuditTableProps<Entry>) {
  const [opened, setOpened] = useState<Entry | null>(null);
  const columns = useMemo(() => buildColumns<Entry>(setOpened, hasRefusals), [hasRefusals]);
  const { data, error, refetch } = list;
  const entries = data?.pages.flatMap(({ result }) => result);
  return (
    <>
      {error && !data && <LoadError error={error} summary="Failed to fetch entries" onRetry={refetch} />}
      {!entries && !error && <ListSkeleton />}
      {entries && (
        <Card>
          {entries.length > 0 ? (
            <Table
              label={label}
              columns={columns}
              onRowClick={setOpened}
              rows={entries}
              rowKey={({ id }) => id}
              hasTwoLineRows
              wrapsWhenNarrow
            />
          ) : (
            <EmptyState icon={ScrollText} title={empty} />
          )}
        </Card>
      )}
      <ShowMore list={list} />
      {opened && (
        <AuditEntryDrawer entry={opened} proof={proofOf?.(opened)} onClose={() => setOpened(null)} />
      )}
    </>
  );
}

const REFUSAL_COLUMNS: readonly TableColumn<ShownEntry>[] = [
  {
    id: 'result',
    header: 'Result',
    width: '5.5rem',
    showFrom: 'medium',
    cell: ({ result }) =>
      result === 'done' ? <span className="text-ink-muted">Done</span> : <Badge tone="danger">Denied</Badge>,
  },
  {
    id: 'address',
    header: 'Address',
    width: '8rem',
    showFrom: 'medium',
    cell: ({ address }) => <span className="text-ink-muted">{address}</span>,
  },
];

const buildColumns = <Entry extends ShownEntry>(
  onOpen: (entry: Entry) => void,
  hasRefusals: boolean,
): TableColumn<Entry>[] => [
  { id: 'what', header: 'Event', cell: (entry) => <EventCell entry={entry} /> },
  ...(hasRefusals ? REFUSAL_COLUMNS : []),
  {
    id: 'at',
    header: 'Time',
    width: '14.5rem',
    showFrom: 'medium',
    cell: ({ at }) => <time dateTime={at}>{formatDateTime(at)}</time>,
  },
  {
    id: 'actions',
    header: 'Actions',
    hideHeader: true,
    width: 'calc(var(--control-small-size) + 1.75rem)',
    align: 'end',
    cell: (entry) => (
      <IconButton
        icon={PanelRight}
        label={`Details of entry ${entry.id}`}
        size="small"
        onClick={() => onOpen(entry)}
      />
    ),
  },
];

function EventCell({ entry }: { entry: ShownEntry }) {
  const { actor, verb, object, href } = describeEntry(entry);
  return (
    <div className="@max-2xl:whitespace-normal @max-2xl:wrap-anywhere @max-2xl:py-2">
      <p className="@2xl:truncate" title={[actor, verb, object].filter(Boolean).join(' ')}>
        <span className="font-medium">{actor}</span> {verb}{' '}
        {href === null ? (
          <span className="font-medium">{object}</span>
        ) : (
          <Link href={href} className="rounded-sm text-accent-ink underline">
            {object}
          </Link>
        )}
      </p>
      <p className="@2xl:hidden text-ink-muted text-xs">
        {entry.result !== 'done' && <span className="font-medium text-danger-ink">Denied · </span>}
        {formatDateTime(entry.at)}
      </p>
    </div>
  );
}
