import WebhookIcon from 'lucide-react/icons/webhook';
import type { Webhook, WebhookDelivery } from '#shared/contracts/programs/webhooks.ts';
import { formatDateTime } from '#shared/domain/format.ts';
import { formatActionName } from '#web/features/audit/audit-sentence.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { FilteredListBar, isFiltered, isUnknown, NothingFound } from '#web/features/filter/filtered-list.tsx';
import { type ServerFilter, useTypedFilter } from '#web/features/filter/server-filter.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { ShowMore } from '#web/ui/lists/show-more.tsx';
import type { ColumnValue } from '#web/ui/lists/table-column.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { useDeliveries, useResend } from './api.ts';

const STATES = {
  delivered: ['Delivered', 'success'],
  waiting: ['Waiting', 'warning'],
  abandoned: ['Failed', 'danger'],
} as const;

/** Lists the deliveries of a webhook, and sends one again. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title="Deliveries"
      description={<span className="wrap-anywhere">To {webhook.url} in the last 30 days</span>}
    >
      <Deliveries webhook={webhook} />
    </Dialog>
  );
}

const EXPORTED: readonly { values: readonly ColumnValue<WebhookDelivery>[] }[] = [
  {
    values: [
      ['Event id', ({ eventId }) => eventId],
      ['Event', ({ event }) => event],
      ['State', ({ state }) => STATES[state][0]],
      ['Attempts', ({ attempts }) => attempts],
      ['Created at', ({ createdAt }) => createdAt],
      ['Next attempt at', ({ nextAttemptAt }) => nextAttemptAt],
      ['Last answer', ({ lastStatus }) => lastStatus],
    ],
  },
];

function Deliveries({ webhook }: { webhook: Webhook }) {
  const filter = useTypedFilter();
  const list = useDeliveries(webhook, filter.query);
  const resend = useResend(webhook.id);
  const { data, error, refetch } = list;
  const deliveries = data?.pages.flatMap(({ result }) => result) ?? [];
  const isLoaded = data !== undefined && !isUnknown(filter, list);
  return (
    <div className="flex flex-col gap-3">
      <FilteredListBar
        {...{ filter, list }}
        nouns="deliveries"
        placeholder="Filter by event or answer"
        name="deliveries"
        columns={EXPORTED}
        rows={deliveries}
      />
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!isLoaded && !error && <Skeleton className="h-16" />}
      {resend.error && (
        <Notice tone="danger" urgent>
          {getErrorMessage(resend.error)}
        </Notice>
      )}
      {isLoaded && deliveries.length === 0 && <NoDeliveries filter={filter} />}
      {deliveries.length > 0 && (
        <div className="flex max-h-96 flex-col gap-3 overflow-y-auto">
          <ul aria-label="Deliveries" className="divide-y divide-line">
            {deliveries.map((delivery) => (
              <DeliveryRow
                key={delivery.id}
                delivery={delivery}
                isSending={resend.isPending && resend.variables === delivery.id}
                onResend={() => resend.mutate(delivery.id)}
              />
            ))}
          </ul>
          <ShowMore list={list} />
        </div>
      )}
    </div>
  );
}

function NoDeliveries({ filter }: { filter: ServerFilter }) {
  if (isFiltered(filter)) return <NothingFound filter={filter} icon={WebhookIcon} nouns="deliveries" />;
  return <p className="text-ink-muted">No event has been sent yet.</p>;
}

interface DeliveryRowProps {
  delivery: WebhookDelivery;
  isSending: boolean;
  onResend: () => void;
}

function DeliveryRow({ delivery, isSending, onResend }: DeliveryRowProps) {
  const { event, eventId, state, attempts, createdAt, nextAttemptAt, lastStatus } = delivery;
  const [label, tone] = STATES[state];
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="wrap-anywhere min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {formatActionName(event)}
          <Badge tone={tone}>{label}</Badge>
        </p>
        <p className="text-ink-muted text-xs">
          {event} · event {eventId} · <time dateTime={createdAt}>{formatDateTime(createdAt)}</time> ·{' '}
          {attempts === 1 ? '1 attempt' : `${attempts} attempts`}
          {lastStatus !== null && ` · last answer: ${lastStatus}`}
          {nextAttemptAt !== null && ` · next ${formatDateTime(nextAttemptAt)}`}
        </p>
      </div>
      {state !== 'waiting' && (
        <Button size="small" busy={isSending} aria-label={`Send event ${eventId} again`} onClick={onResend}>
          Send Again
        </Button>
      )}
    </li>
  );
}
