import Bot from 'lucide-react/icons/bot';
import { lazy, Suspense, useState } from 'react';
import type { ServiceAccount } from '#shared/contracts/programs/service-accounts.ts';
import { formatDate, formatDateTime } from '#shared/domain/format.ts';
import { SCOPE_LABELS } from '#web/features/api-tokens/token-schema.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { useDeleteServiceAccount, useRenewServiceAccount, useServiceAccounts } from './api.ts';

const ServiceAccountDialog = lazy(async () => ({
  default: (await import('./service-account-dialog.tsx')).ServiceAccountDialog,
}));
const NewServiceToken = lazy(async () => ({
  default: (await import('./service-account-dialog.tsx')).NewServiceToken,
}));

interface ServiceAccountListProps {
  roomId: number;
  /** In a closed room, where access can only be taken away. */
  isReadOnly: boolean;
}

/** Lists the programs that work in a room; its managers create, renew and delete them. */
export function ServiceAccountList({ roomId, isReadOnly }: ServiceAccountListProps) {
  const { data, error, refetch } = useServiceAccounts(roomId);
  const [isCreating, setCreating] = useState(false);
  return (
    <Card className="flex flex-col items-start gap-3 p-5">
      <h2 className="font-semibold">Service accounts</h2>
      <p className="text-ink-muted">
        A program works in this room with a token of its own, which stays valid when people leave.
      </p>
      {error && !data ? (
        <LoadError error={error} summary="Failed to fetch service accounts" onRetry={() => void refetch()} />
      ) : data ? (
        <Accounts {...{ roomId, isReadOnly }} accounts={data} />
      ) : (
        <Skeleton className="h-16 w-full" />
      )}
      {!isReadOnly && <Button onClick={() => setCreating(true)}>Create Service Account</Button>}
      {isCreating && (
        <Suspense>
          <ServiceAccountDialog roomId={roomId} onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </Card>
  );
}

interface AccountsProps extends ServiceAccountListProps {
  accounts: readonly ServiceAccount[];
}

function Accounts({ accounts, ...props }: AccountsProps) {
  if (accounts.length === 0) return <p className="text-ink-muted">This room has no service accounts.</p>;
  return (
    <ul aria-label="Service accounts" className="w-full divide-y divide-line">
      {accounts.map((account) => (
        <AccountRow key={account.id} account={account} {...props} />
      ))}
    </ul>
  );
}

function describe({ folders, addressRanges }: ServiceAccount): string {
  const places = folders === null ? 'the whole room' : folders.map(({ name }) => name).join(', ');
  const addresses = addressRanges === null ? '' : ` · from ${addressRanges.join(', ')}`;
  return `For ${places || 'folders that were deleted'}${addresses}`;
}

interface AccountRowProps extends ServiceAccountListProps {
  account: ServiceAccount;
}

function AccountRow({ roomId, isReadOnly, account }: AccountRowProps) {
  const [asking, setAsking] = useState<'renew' | 'delete' | null>(null);
  const renew = useRenewServiceAccount(roomId);
  const remove = useDeleteServiceAccount(roomId);
  const { id, name, scope, createdAt, expiresAt, lastUsedAt, hasToken } = account;
  const hasEnded = !hasToken || (expiresAt !== null && Date.parse(expiresAt) <= Date.now());
  return (
    <li className="flex flex-wrap items-start gap-3 py-3">
      <Bot size={18} className="mt-0.5 shrink-0 text-ink-muted" />
      <div className="wrap-anywhere min-w-48 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {scope && <Badge>{SCOPE_LABELS[scope]}</Badge>}
          {hasEnded && <Badge tone="warning">Ended</Badge>}
        </p>
        <p className="text-ink-muted text-xs">{describe(account)}</p>
        <p className="text-ink-muted text-xs">
          Created {formatDate(createdAt)} · {expiresAt === null ? 'no end' : `ends ${formatDate(expiresAt)}`}{' '}
          · {lastUsedAt === null ? 'never used' : `last used ${formatDateTime(lastUsedAt)}`}
        </p>
      </div>
      <div className="flex gap-2">
        {scope && !isReadOnly && (
          <Button size="small" aria-label={`New Token for ${name}`} onClick={() => setAsking('renew')}>
            New Token
          </Button>
        )}
        <Button size="small" aria-label={`Delete ${name}`} onClick={() => setAsking('delete')}>
          Delete
        </Button>
      </div>
      <ConfirmDialog
        open={asking === 'renew'}
        onOpenChange={() => setAsking(null)}
        title={`New Token for ${name}`}
        description="The present token is refused from now on. The new one has the same limits and end; if the end has passed, it is valid for as long again."
        confirmLabel="Create"
        busy={renew.isPending}
        onConfirm={() => renew.mutate(id, { onSettled: () => setAsking(null) })}
      />
      <ConfirmDialog
        open={asking === 'delete'}
        onOpenChange={() => setAsking(null)}
        title={`Delete ${name}`}
        description="Its token is refused from now on. What it uploaded belongs to the owner of the room."
        confirmLabel="Delete"
        busy={remove.isPending}
        onConfirm={() => remove.mutate(id, { onSettled: () => setAsking(null) })}
      />
      {renew.data && (
        <Dialog open onOpenChange={(open) => !open && renew.reset()} title="New Token">
          <Suspense>
            <NewServiceToken token={renew.data.token} onDone={() => renew.reset()} />
          </Suspense>
        </Dialog>
      )}
    </li>
  );
}
