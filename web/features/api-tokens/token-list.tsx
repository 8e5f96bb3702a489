import KeyRound from 'lucide-react/icons/key-round';
import { lazy, Suspense, useState } from 'react';
import type { ApiToken } from '#shared/contracts/programs/api-tokens.ts';
import { formatDate, formatDateTime } from '#shared/domain/format.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { useRevokeToken, useTokens } from './api.ts';
import { SCOPE_LABELS } from './token-schema.ts';

const TokenDialog = lazy(async () => ({ default: (await import('./token-dialog.tsx')).TokenDialog }));

/** Lists the user's API tokens, creates and revokes them. */
export function TokenList() {
  const { data, error, refetch } = useTokens();
  const [isCreating, setCreating] = useState(false);
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-16" />;
  return (
    <div className="flex flex-col items-start gap-3">
      {data.length === 0 ? (
        <p className="text-ink-muted">You have no API tokens.</p>
      ) : (
        <ul aria-label="API tokens" className="w-full divide-y divide-line">
          {data.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </ul>
      )}
      <Button onClick={() => setCreating(true)}>Create API Token</Button>
      {isCreating && (
        <Suspense>
          <TokenDialog onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </div>
  );
}

function describeLimits({ folders, addressRanges }: ApiToken): string {
  const places = folders === null ? 'all that you may see' : folders.map(({ name }) => name).join(', ');
  const addresses = addressRanges === null ? '' : ` · from ${addressRanges.join(', ')}`;
  return `For ${places || 'folders that you no longer see'}${addresses}`;
}

function TokenRow({ token }: { token: ApiToken }) {
  const [isAsking, setAsking] = useState(false);
  const revoke = useRevokeToken();
  const { id, name, scope, agentName, createdAt, expiresAt, lastUsedAt } = token;
  const hasEnded = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  return (
    <li className="flex items-start gap-3 py-3">
      <KeyRound size={18} className="mt-0.5 shrink-0 text-ink-muted" />
      <div className="wrap-anywhere min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          <Badge>{SCOPE_LABELS[scope]}</Badge>
          {hasEnded && <Badge tone="warning">Ended</Badge>}
        </p>
        <p className="text-ink-muted text-xs">
          {agentName !== null && `${agentName} · `}
          {describeLimits(token)}
        </p>
        <p className="text-ink-muted text-xs">
          Created {formatDate(createdAt)} · {expiresAt === null ? 'no end' : `ends ${formatDate(expiresAt)}`}{' '}
          · {lastUsedAt === null ? 'never used' : `last used ${formatDateTime(lastUsedAt)}`}
        </p>
        {revoke.error && (
          <Notice tone="danger" urgent>
            {getErrorMessage(revoke.error)}
          </Notice>
        )}
      </div>
      <Button
        size="small"
        busy={revoke.isPending}
        aria-label={`Revoke ${name}`}
        onClick={() => setAsking(true)}
      >
        Revoke
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Revoke ${name}`}
        description="Programs that use this token are refused from now on. This cannot be undone."
        confirmLabel="Revoke"
        onConfirm={() => {
          setAsking(false);
          revoke.mutate(id);
        }}
        busy={false}
      />
    </li>
  );
}
