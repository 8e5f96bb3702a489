import Download from 'lucide-react/icons/download';
import PanelRight from 'lucide-react/icons/panel-right';
import ScrollText from 'lucide-react/icons/scroll-text';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { AuditEntry } from '#shared/contracts/audit.ts';
import { formatDateTime } from '#shared/domain/format.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { buildUrl } from '#web/lib/http/call.ts';
import { downloadOnceAllowed } from '#web/lib/http/download-once-allowed.ts';
import { usePaginatedCall } from '#web/lib/http/paginated-call.ts';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ShowMore } from '#web/ui/lists/show-more.tsx';
import { Table } from '#web/ui/lists/table.tsx';
import type { TableColumn } from '#web/ui/lists/table-column.ts';
import { AuditEntryDrawer } from './audit-entry-drawer.tsx';
import { AuditFilters, EMPTY_FILTERS, toAuditQuery } from './audit-filters.tsx';
import { describeEntry } from './audit-sentence.ts';
import { AuditState } from './audit-state.tsx';

/** Lists audit entries, newest first, including denied requests. */
export function AuditLog() {
  const [chosen, setChosen] = useState(EMPTY_FILTERS);
  const [opened, setOpened] = useState<AuditEntry | null>(null);
  const columns = useMemo(() => buildColumns(setOpened), []);
  const query = toAuditQuery(chosen);
  const list = usePaginatedCall(['audit', query], 'GET /api/admin/audit', { limit: '100', ...query });
  const { data, error, refetch } = list;
  const entries = data?.pages.flatMap(({ result }) => result);
  return (
    <div className="flex flex-col gap-4">
      <AuditState />
      <AuditFilters values={chosen} onChange={setChosen} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-muted">
          Nobody can change or delete entries unnoticed. Exports are recorded too.
        </p>
        <ButtonLink
          href={buildUrl('GET /api/admin/audit/export', { query })}
          icon={Download}
          opens="download"
          onClick={(event) => void downloadOnceAllowed(event)}
        >
          Export
        </ButtonLink>
      </div>
      {error && !data && <LoadError error={error} summary="Failed to fetch entries" onRetry={refetch} />}
      {!entries && !error && <ListSkeleton />}
      {entries && (
        <Card>
          {entries.length > 0 ? (
            <Table
              label="Audit log"
              columns={columns}
              onRowClick={setOpened}
              rows={entries}
              rowKey={({ id }) => id}
              hasTwoLineRows
              wrapsWhenNarrow
            />
          ) : (
            <EmptyState icon={ScrollText} title="No matching entries" />
          )}
        </Card>
      )}
      <ShowMore list={list} />
      {opened && <AuditEntryDrawer entry={opened} onClose={() => setOpened(null)} />}
    </div>
  );
}

const buildColumns = (onOpen: (entry: AuditEntry) => void): TableColumn<AuditEntry>[] => [
  { id: 'what', header: 'Event', cell: (entry) => <EventCell entry={entry} /> },
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

function EventCell({ entry }: { entry: AuditEntry }) {
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
