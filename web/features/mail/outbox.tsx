import { useQuery } from '@tanstack/react-query';
import Mail from 'lucide-react/icons/mail';
import { useMemo, useState } from 'react';
import type { Mail as OutboxMail } from '#shared/contracts/outbox.ts';
import { formatDateTime } from '#shared/domain/format.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { FilteredTable } from '#web/features/filter/filtered-table.tsx';
import { useAddressFilter } from '#web/features/filter/server-filter.ts';
import { usePublicSettings } from '#web/features/settings/api.ts';
import { call } from '#web/lib/http/call.ts';
import { usePaginatedCall } from '#web/lib/http/paginated-call.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { TableColumn } from '#web/ui/lists/table-column.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

const NO_EMAILS = { icon: Mail, title: 'No emails in the last 30 days', compact: false };

/** Lists outgoing emails: sent, waiting, failed, or not sent because no mail server is configured. */
export function Outbox() {
  const filter = useAddressFilter();
  const list = usePaginatedCall(['outbox'], 'GET /api/admin/outbox', { limit: '100', ...filter.query });
  const [openId, setOpenId] = useState<number | null>(null);
  const isMailing = usePublicSettings()?.emailConfigured;
  const columns = useMemo(() => buildColumns(setOpenId), []);
  return (
    <div className="flex flex-col gap-3">
      {isMailing === false && (
        <Notice tone="warning">
          No mail server is configured (SMTP_URL). Emails are stored here but not sent; copy links from the
          invitation list.
        </Notice>
      )}
      <FilteredTable
        label="Outbox"
        errorSummary="The outbox could not be loaded"
        {...{ list, filter, columns }}
        nouns="emails"
        placeholder="Filter by subject or address"
        empty={NO_EMAILS}
        exportName="outbox"
        rowKey={({ id }) => id}
        onRowClick={({ id }) => setOpenId(id)}
        wrapsWhenNarrow
      />
      {openId !== null && <MailDialog id={openId} onClose={() => setOpenId(null)} />}
    </div>
  );
}

const STATUS_BADGE = {
  sent: { tone: 'success', label: 'Sent' },
  waiting: { tone: 'accent', label: 'Waiting' },
  failed: { tone: 'danger', label: 'Failed' },
  kept: { tone: 'neutral', label: 'Not sent' },
} as const;

const buildColumns = (onOpen: (id: number) => void): TableColumn<OutboxMail>[] => [
  {
    id: 'subject',
    header: 'Subject',
    cell: ({ id, subject, to }) => (
      <div className="@max-2xl:whitespace-normal @max-2xl:wrap-anywhere @max-2xl:py-2">
        <button
          type="button"
          onClick={() => onOpen(id)}
          className="block max-w-full cursor-pointer @2xl:truncate rounded-sm text-left font-medium hover:underline"
        >
          {subject}
        </button>
        <p className="@2xl:hidden text-ink-muted text-xs">{to}</p>
      </div>
    ),
    values: [['Subject', ({ subject }) => subject]],
  },
  {
    id: 'to',
    header: 'To',
    width: '16rem',
    showFrom: 'medium',
    cell: ({ to }) => <span title={to}>{to}</span>,
    values: [['To', ({ to }) => to]],
  },
  {
    id: 'status',
    header: 'Status',
    width: '6rem',
    cell: ({ state, lastError }) => (
      <span title={lastError ?? undefined}>
        <Badge tone={STATUS_BADGE[state].tone}>{STATUS_BADGE[state].label}</Badge>
      </span>
    ),
    values: [
      ['Status', ({ state }) => STATUS_BADGE[state].label],
      ['Last error', ({ lastError }) => lastError],
    ],
  },
  {
    id: 'created',
    header: 'Created',
    width: '14.5rem',
    showFrom: 'medium',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>,
    values: [['Created at', ({ createdAt }) => createdAt]],
  },
];

function MailDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['outbox', id],
    queryFn: ({ signal }) => call('GET /api/admin/outbox/:id', { params: { id } }, signal),
  });
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={data?.subject ?? 'Email'}
      description={data && `To ${data.to}`}
    >
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton />}
      {data && <pre className="overflow-x-auto whitespace-pre-wrap break-words text-sm">{data.text}</pre>}
      {data?.lastError && <Notice tone="danger">{data.lastError}</Notice>}
    </Dialog>
  );
}
