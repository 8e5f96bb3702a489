import { useState } from 'react';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { useFactors, useRefreshFactors } from './factors-api.ts';
import { usePasskeys, useRecoveryCodesLeft, useReplaceRecoveryCodes } from './passkeys-api.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

const LOW_CODES = 3;

/** Says how many recovery codes are left, and replaces them. */
export function RecoverySection() {
  const [left, factors, passkeys] = [useRecoveryCodesLeft(), useFactors(), usePasskeys()];
  const failed = [left, factors, passkeys].find(({ error, data }) => error && !data);
  if (failed?.error) return <LoadError error={failed.error} onRetry={failed.refetch} />;
  if (!left.data || !factors.data || !passkeys.data) return <Skeleton className="h-12" />;
  if (factors.data.length + passkeys.data.length === 0)
    return <p className="text-ink-muted">You get them with your first authenticator app or passkey.</p>;
  return <ActiveCodes left={left.data.left} />;
}

function ActiveCodes({ left }: { left: number }) {
  const [isAsking, setAsking] = useState(false);
  const replace = useReplaceRecoveryCodes();
  const refresh = useRefreshFactors();
  if (replace.data) {
    const done = () => {
      replace.reset();
      void refresh();
    };
    return <RecoveryCodes codes={replace.data.recoveryCodes} onDone={done} />;
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <p>{left} of 10 are left.</p>
      {left < LOW_CODES && (
        <Notice tone="warning">Few recovery codes are left. Create new ones while you are signed in.</Notice>
      )}
      {replace.error && (
        <Notice tone="danger" urgent>
          {getErrorMessage(replace.error)}
        </Notice>
      )}
      <Button busy={replace.isPending} onClick={() => setAsking(true)}>
        New Recovery Codes
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="New Recovery Codes"
        description="The codes that you saved before stop working."
        confirmLabel="Create"
        onConfirm={() => {
          setAsking(false);
          replace.mutate();
        }}
        busy={false}
      />
    </div>
  );
}
