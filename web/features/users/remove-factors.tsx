import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#shared/contracts/session.ts';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { call } from '#web/lib/http/call.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';

/** Removes the second factor of a user who lost it, after a confirmation. */
export function RemoveFactors({ user: { id, username } }: { user: User }) {
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => call('DELETE /api/admin/users/:id/factors', { params: { id } }),
  });
  return (
    <div className="mt-4 flex flex-col items-start gap-2">
      {remove.error && (
        <Notice tone="danger" urgent>
          {getErrorMessage(remove.error)}
        </Notice>
      )}
      {remove.isSuccess ? (
        <Notice tone="info">The second factor was removed.</Notice>
      ) : (
        <Button size="small" busy={remove.isPending} onClick={() => setAsking(true)}>
          Remove Second Factor
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Remove Second Factor"
        description={`${username} signs in with the password alone afterwards, and is signed out on all devices. First make sure that the request comes from them.`}
        confirmLabel="Remove"
        onConfirm={() => {
          setAsking(false);
          remove.mutate();
        }}
        busy={false}
      />
    </div>
  );
}
