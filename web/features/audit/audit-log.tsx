import Download from 'lucide-react/icons/download';
import ScrollText from 'lucide-react/icons/scroll-text';
import { useState } from 'react';
import type { AuditEntry } from '#shared/contracts/audit.ts';
import { formatInstant } from '#shared/domain/format.ts';
import { LoadFailure } from '#web/features/errors/load-error.tsx';
import { urlOf } from '#web/lib/http/call.ts';
import { useCallPages } from '#web/lib/http/paginated-call.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ShowMore } from '#web/ui/lists/show-more.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Table } from '#web/ui/lists/table.tsx';
import type { TableColumn } from '#web/ui/lists/table-column.ts';
import { AuditFilters, labelOf, NO_FILTERS, queryOf } from './audit-filters.tsx';

/** Who did what, newest first, with everything that was refused. */
export function AuditLog() {
  const [chosen, setChosen] = useState(NO_FILTERS);
  const query = queryOf(chosen);
  const list = useCallPages(['audit', query], 'GET /api/admin/audit', { limit: '100', ...query });
  const { data, error, refetch } = list;
  const entries = data?.pages.flatMap(({ result }) => result);
  return (
    <div className="flex flex-col gap-4">
      <AuditFilters chosen={chosen} onChange={setChosen} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-muted">
          Rows are only ever added, each with the hash of the one before. Exporting is recorded too.
        </p>
        <ButtonLink href={urlOf('GET /api/admin/audit/export', { query })} icon={Download} opens="download">
          Export
        </ButtonLink>
      </div>
      {error && !data && <LoadFailure error={error} onRetry={refetch} />}
      {!entries && !error && <Skeleton className="h-40" />}
      {entries && (
        <Card>
          {entries.length > 0 ? (
            <Table label="Audit log" columns={COLUMNS} rows={entries} rowKey={({ id }) => id} twoLines />
          ) : (
            <EmptyState icon={ScrollText} title="Nothing was recorded that fits" />
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
          <span className="font-medium">{labelOf(action)}</span>
          {object && (
            <span className="text-ink-muted" title={object.name}>
              {' '}
              {object.name}
            </span>
          )}
        </p>
        <p className="@2xl:hidden truncate text-ink-muted text-xs">{whoOf(actor)}</p>
      </div>
    ),
  },
  {
    id: 'who',
    header: 'Who',
    width: '9rem',
    secondary: true,
    cell: ({ actor }) => <span title={whoOf(actor)}>{whoOf(actor)}</span>,
  },
  {
    id: 'result',
    header: 'Result',
    width: '5.5rem',
    cell: ({ result }) => (
      <Badge tone={result === 'done' ? 'neutral' : 'danger'}>{result === 'done' ? 'Done' : 'Refused'}</Badge>
    ),
  },
  {
    id: 'details',
    header: 'Details',
    width: '11rem',
    secondary: true,
    cell: ({ details }) => {
      const text = details === null ? '' : detailsOf(details);
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
    secondary: true,
    cell: ({ address }) => <span className="text-ink-muted">{address}</span>,
  },
  {
    id: 'at',
    header: 'When',
    width: '13rem',
    secondary: true,
    cell: ({ at }) => <time dateTime={at}>{formatInstant(at)}</time>,
  },
];

function whoOf({ kind, name }: AuditEntry['actor']): string {
  if (kind === 'user') return name;
  return kind === 'visitor' ? `${name || 'Guest'} (visitor)` : 'Nobody signed in';
}

const detailsOf = (details: Record<string, unknown>): string =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
