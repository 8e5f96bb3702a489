import History from 'lucide-react/icons/history';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import Trash2 from 'lucide-react/icons/trash-2';
import WebhookIcon from 'lucide-react/icons/webhook';
import { lazy, Suspense, useState } from 'react';
import type { Webhook } from '#shared/contracts/programs/webhooks.ts';
import { formatDate } from '#shared/domain/format.ts';
import { formatActionName } from '#web/features/audit/audit-sentence.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { useFolderTree } from '#web/features/folders/api.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dots } from '#web/ui/buttons/dots.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';
import { useDeleteWebhook, useToggleWebhook, useWebhooks } from './api.ts';

const WebhookDialog = lazy(async () => ({ default: (await import('./webhook-dialog.tsx')).WebhookDialog }));
const DeliveriesDialog = lazy(async () => ({
  default: (await import('./deliveries-dialog.tsx')).DeliveriesDialog,
}));

type Opened = { action: 'create' } | { action: 'deliveries' | 'delete'; webhook: Webhook };

/** Lists the user's webhooks, creates, disables and deletes them. */
export function WebhookList() {
  const { data, error, refetch } = useWebhooks();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [toggle, remove] = [useToggleWebhook(), useDeleteWebhook()];
  const close = () => setOpened(null);
  const failure = toggle.error ?? remove.error;
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-16" />;
  return (
    <div className="flex flex-col items-start gap-3">
      {data.length === 0 ? (
        <p className="text-ink-muted">You have no webhooks.</p>
      ) : (
        <ul aria-label="Webhooks" className="w-full divide-y divide-line">
          {data.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              onToggle={() => toggle.mutate(webhook)}
              onOpen={(action) => setOpened({ action, webhook })}
            />
          ))}
        </ul>
      )}
      {failure && (
        <Notice tone="danger" urgent>
          {getErrorMessage(failure)}
        </Notice>
      )}
      <Button onClick={() => setOpened({ action: 'create' })}>Create Webhook</Button>
      <Suspense>
        {opened?.action === 'create' && <WebhookDialog onClose={close} />}
        {opened?.action === 'deliveries' && <DeliveriesDialog webhook={opened.webhook} onClose={close} />}
      </Suspense>
      {opened?.action === 'delete' && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && close()}
          title="Delete Webhook"
          description={`${opened.webhook.url} gets no further events, and its deliveries are deleted.`}
          confirmLabel="Delete"
          busy={remove.isPending}
          onConfirm={() => remove.mutate(opened.webhook, { onSettled: close })}
        />
      )}
    </div>
  );
}

interface WebhookRowProps {
  webhook: Webhook;
  onToggle: () => void;
  onOpen: (action: 'deliveries' | 'delete') => void;
}

function WebhookRow({ webhook, onToggle, onOpen }: WebhookRowProps) {
  const { url, events, folderId, createdAt, isEnabled, pending } = webhook;
  const { data: folders } = useFolderTree();
  const folder =
    folders?.find(({ id }) => id === folderId)?.name ?? (folders && 'a folder that you no longer see');
  const named = events.slice(0, 3).map(formatActionName).join(', ');
  return (
    <li className="flex items-start gap-3 py-3 first:pt-0">
      <WebhookIcon size={18} className="mt-0.5 shrink-0 text-ink-muted" />
      <div className="wrap-anywhere min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {url}
          {!isEnabled && <Badge tone="warning">Disabled</Badge>}
        </p>
        <p className="text-ink-muted text-xs">
          {named}
          {events.length > 3 && ` and ${events.length - 3} more`} ·{' '}
          {folderId === null ? 'everything' : folder}
        </p>
        <p className="text-ink-muted text-xs">
          Created {formatDate(createdAt)}
          {pending > 0 && ` · ${pending} waiting`}
        </p>
      </div>
      <Menu trigger={<IconButton icon={Dots} label={`Actions for ${url}`} size="small" />}>
        <MenuItem icon={History} onSelect={() => onOpen('deliveries')}>
          Deliveries
        </MenuItem>
        <MenuItem icon={isEnabled ? Pause : Play} onSelect={onToggle}>
          {isEnabled ? 'Disable' : 'Enable'}
        </MenuItem>
        <MenuItem icon={Trash2} danger onSelect={() => onOpen('delete')}>
          Delete
        </MenuItem>
      </Menu>
    </li>
  );
}
