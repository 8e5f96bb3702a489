import Download from 'lucide-react/icons/download';
import ScrollText from 'lucide-react/icons/scroll-text';
import { useState } from 'react';
import type { AuditEntry } from '#shared/contracts/audit.ts';
import { formatDateTime } from '#shared/domain/format.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { buildUrl } from '#web/lib/http/call.ts';
import { usePaginatedCall } from '#web/lib/http/paginated-call.ts';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ShowMore } from '#web/ui/lists/show-more.tsx';
import { Table } from '#web/ui/lists/table.tsx';
import type { TableColumn } from '#web/ui/lists/table-column.ts';
import { AuditFilters, EMPTY_FILTERS, formatActionName, toAuditQuery } from './audit-filters.tsx';

/** Lists audit entries, newest first, including denied requests. */
export function AuditLog() {
  const [chosen, setChosen] = useState(EMPTY_FILTERS);
  const query = toAuditQuery(chosen);
  const list = usePaginatedCall(['audit', query], 'GET /api/admin/audit', { limit: '100', ...query });
  const { data, error, refetch } = list;
  const entries = data?.pages.flatMap(({ result }) => result);
  return (
    <div className="flex flex-col gap-4">
      <AuditFilters values={chosen} onChange={setChosen} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-muted">Entries are append-only and hash-chained. Exports are logged.</p>
        <ButtonLink
          href={buildUrl('GET /api/admin/audit/export', { query })}
          icon={Download}
          opens="download"
        >
          Export
        </ButtonLink>
      </div>
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!entries && !error && <Skeleton className="h-40" />}
      {entries && (
        <Card>
          {entries.length > 0 ? (
            <Table
              label="Audit log"
              columns={COLUMNS}
              rows={entries}
              rowKey={({ id }) => id}
              hasTwoLineRows
            />
          ) : (
            <EmptyState icon={ScrollText} title="No matching entries" />
          )}
        </Card>
      )}
      <ShowMore list={list} />
    </div>
  );
}

const COLUMNS: TableColumn<AuditEntry>[] = [
  {
    id: 'what',
    header: 'Action',
    cell: ({ action, object, actor }) => (
      <div className="min-w-0">
        <p className="truncate">
          <span className="font-medium">{formatActionName(action)}</span>
          {object && (
            <span className="text-ink-muted" title={object.name}>
              {' '}
              {object.name}
            </span>
          )}
        </p>
        <p className="@2xl:hidden truncate text-ink-muted text-xs">{formatActor(actor)}</p>
      </div>
    ),
  },
  {
    id: 'who',
    header: 'Who',
    width: '9rem',
    hideWhenNarrow: true,
    cell: ({ actor }) => <span title={formatActor(actor)}>{formatActor(actor)}</span>,
  },
  {
    id: 'result',
    header: 'Result',
    width: '5.5rem',
    cell: ({ result }) => (
      <Badge tone={result === 'done' ? 'neutral' : 'danger'}>{result === 'done' ? 'Done' : 'Denied'}</Badge>
    ),
  },
  {
    id: 'details',
    header: 'Details',
    width: '11rem',
    hideWhenNarrow: true,
    cell: ({ details }) => {
      const text = details === null ? '' : formatDetails(details);
      return (
        <span className="text-ink-muted text-xs" title={text}>
          {text}
        </span>
      );
    },
  },
  {
    id: 'address',
    header: 'Address',
    width: '7rem',
    hideWhenNarrow: true,
    cell: ({ address }) => <span className="text-ink-muted">{address}</span>,
  },
  {
    id: 'at',
    header: 'Time',
    width: '14.5rem',
    hideWhenNarrow: true,
    cell: ({ at }) => <time dateTime={at}>{formatDateTime(at)}</time>,
  },
];

function formatActor({ kind, name }: AuditEntry['actor']): string {
  if (kind === 'user') return name;
  return kind === 'visitor' ? `${name || 'Guest'} (visitor)` : 'Anonymous';
}

const formatDetails = (details: Record<string, unknown>): string =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
