import { useState } from 'react';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { useReplaceSigningKey } from './anchors-api.ts';

/** Lets an administrator replace the signing key, after a confirmation. */
export function ReplaceSigningKey() {
  const [isAsking, setAsking] = useState(false);
  const { mutate, data, error, isPending } = useReplaceSigningKey();
  return (
    <div className="flex flex-col items-start gap-3">
      {error && (
        <Notice tone="danger" urgent>
          {getErrorMessage(error)}
        </Notice>
      )}
      {data && (
        <p role="status">
          The key is now <span className="break-all font-mono">{data.id}</span>.
        </p>
      )}
      <Button onClick={() => setAsking(true)}>Replace Signing Key</Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Replace Signing Key"
        description="The old key signs the new one. What it signed before stays valid. Tell the holders of receipts."
        confirmLabel="Replace Signing Key"
        onConfirm={() => mutate(undefined, { onSettled: () => setAsking(false) })}
        busy={isPending}
      />
    </div>
  );
}
