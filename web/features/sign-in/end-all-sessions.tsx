import { useState } from 'react';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { useEndAllSessions } from './sessions-api.ts';

/** Lets an administrator sign everybody out, after a confirmation. */
export function EndAllSessions() {
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending, error } = useEndAllSessions();
  return (
    <div className="flex flex-col items-start gap-3">
      {error && (
        <Notice tone="danger" urgent>
          {getErrorMessage(error)}
        </Notice>
      )}
      <Button variant="danger" onClick={() => setAsking(true)}>
        End All Sessions
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="End All Sessions"
        description="Everybody is signed out at once, you too. Visitors open their links again, with every step."
        confirmLabel="End All Sessions"
        onConfirm={() => mutate(undefined, { onSettled: () => setAsking(false) })}
        busy={isPending}
      />
    </div>
  );
}
