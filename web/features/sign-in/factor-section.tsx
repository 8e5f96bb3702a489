import { useState } from 'react';
import type { Factor } from '#shared/contracts/sign-in/factors.ts';
import { formatDate } from '#shared/domain/format.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { FactorSetup } from './factor-setup.tsx';
import { useConfirmFactor, useFactors, useRemoveFactor } from './factors-api.ts';

/** Shows the user's authenticator app, or sets one up. */
export function FactorSection() {
  const { data, error, refetch } = useFactors();
  const confirm = useConfirmFactor();
  // Its codes are not shown again, so they do not make place for the app while they are.
  if (confirm.data) return <FactorSetup confirm={confirm} />;
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-16" />;
  const [factor] = data;
  return factor ? <ActiveFactor factor={factor} /> : <FactorSetup confirm={confirm} />;
}

function ActiveFactor({ factor: { id, createdAt, recoveryCodesLeft } }: { factor: Factor }) {
  const [isAsking, setAsking] = useState(false);
  const remove = useRemoveFactor();
  return (
    <div className="flex flex-col items-start gap-3">
      <div>
        <p className="font-medium">Authenticator app</p>
        <p className="text-ink-muted text-xs">
          Set up {formatDate(createdAt)} · {recoveryCodesLeft} of 10 recovery codes left
        </p>
      </div>
      {remove.error && (
        <Notice tone="danger" urgent>
          {getErrorMessage(remove.error)}
        </Notice>
      )}
      <Button onClick={() => setAsking(true)}>Remove</Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Remove Authenticator App"
        description="Without a passkey, you will sign in with your password only, and your recovery codes stop working."
        confirmLabel="Remove"
        onConfirm={() => {
          setAsking(false);
          remove.mutate(id);
        }}
        busy={false}
      />
    </div>
  );
}
