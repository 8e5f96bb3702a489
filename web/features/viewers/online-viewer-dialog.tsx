import { useMutation } from '@tanstack/react-query';
import type { File } from '#shared/contracts/files.ts';
import { isSupportedOnline } from '#shared/domain/online-viewer.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { usePublicSettings } from '#web/features/settings/api.ts';
import { call } from '#web/lib/http/call.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx';

/** Tells whether the actor may open the file in Microsoft's viewer, where the operator allows it. */
export function useMayViewOnline(file: File): boolean {
  const actor = useActor();
  const isOffered = usePublicSettings()?.onlineOfficeViewer === true;
  return isOffered && isSupportedOnline(file.name) && filePolicy.viewOnline(actor, file);
}

/** Opens an Office file in Microsoft's viewer after a confirmation each time. */
export function OnlineViewerDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const opening = useMutation({
    mutationFn: () => call('POST /api/files/:id/online-view', { params: { id: file.id } }),
  });
  return (
    <Dialog open onOpenChange={onClose} title={file.name} wide>
      {opening.data ? (
        <iframe
          src={opening.data.address}
          title={`${file.name} in Microsoft's online viewer`}
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
          referrerPolicy="no-referrer"
          className="h-[70dvh] w-full rounded-md border border-line"
        />
      ) : (
        <div className="flex flex-col gap-3">
          <Notice tone="warning">
            The online viewer is operated by Microsoft. It copies this file to Microsoft’s servers. This
            action is logged.
          </Notice>
          {opening.error && (
            <Notice tone="danger" urgent>
              {getErrorMessage(opening.error)}
            </Notice>
          )}
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" busy={opening.isPending} onClick={() => opening.mutate()}>
              Send to Microsoft and Open
            </Button>
          </DialogActions>
        </div>
      )}
    </Dialog>
  );
}
