import type { Webhook, WebhookDelivery } from '#shared/contracts/programs/webhooks.ts';
import { formatDateTime } from '#shared/domain/format.ts';
import { formatActionName } from '#web/features/audit/audit-sentence.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { ShowMore } from '#web/ui/lists/show-more.tsx';
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

function Deliveries({ webhook }: { webhook: Webhook }) {
  const list = useDeliveries(webhook);
  const resend = useResend(webhook.id);
  const { data, error, refetch } = list;
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-16" />;
  const deliveries = data.pages.flatMap(({ result }) => result);
  if (deliveries.length === 0) return <p className="text-ink-muted">No event has been sent yet.</p>;
  return (
    <div className="flex max-h-96 flex-col gap-3 overflow-y-auto">
      {resend.error && (
        <Notice tone="danger" urgent>
          {getErrorMessage(resend.error)}
        </Notice>
      )}
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
  );
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
          Event {eventId} · <time dateTime={createdAt}>{formatDateTime(createdAt)}</time> ·{' '}
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
