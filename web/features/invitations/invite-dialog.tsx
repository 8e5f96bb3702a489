import { useState } from 'react';
import type { SentInvitation } from '#shared/contracts/invitations.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { INVITATION_CREATED } from './api.ts';
import { InviteForm } from './invite-form.tsx';
import { InviteResult } from './invite-result.tsx';

interface InviteDialogProps {
  /** A folder that is chosen from the start. */
  folderId?: number;
  onClose: () => void;
}

/** Asks whom to invite to what, then shows the link. */
export function InviteDialog({ folderId, onClose }: InviteDialogProps) {
  const [sent, setSent] = useState<SentInvitation | null>(null);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={sent ? INVITATION_CREATED : 'Invite User'}
    >
      {sent ? (
        <InviteResult invitation={sent} onAnother={() => setSent(null)} onDone={onClose} />
      ) : (
        <InviteForm folderId={folderId} onSent={setSent} onCancel={onClose} />
      )}
    </Dialog>
  );
}
