import { useState } from 'react';
import type { SentInvitation } from '#shared/contracts/invitations.ts';
import { formatDate } from '#shared/domain/format.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx';
import { INVITATION_CREATED } from './api.ts';
import { COPIED_TITLE, CopyLinkButton } from './copy-link-button.tsx';
import { InviteForm } from './invite-form.tsx';

interface InviteResultProps {
  invitation: SentInvitation;
  onAnother: () => void;
  onDone: () => void;
}

function InviteResult({ invitation, onAnother, onDone }: InviteResultProps) {
  const { inviteUrl, emailed, expiresAt } = invitation;
  return (
    <>
      <div className="flex flex-col gap-3">
        <p>
          {emailed
            ? 'The link was sent by email. You can also share it yourself.'
            : 'No email was sent. Share this link yourself.'}{' '}
          Valid until {formatDate(expiresAt)}.
        </p>
        <TextField
          label="Invitation link"
          readOnly
          value={inviteUrl}
          onFocus={({ target }) => target.select()}
          end={<CopyLinkButton url={inviteUrl} label="Copy Link" successTitle={COPIED_TITLE} />}
        />
        <p className="text-ink-muted text-xs">
          Anyone with the link can use it. You can revoke it at any time.
        </p>
      </div>
      <DialogActions>
        <Button onClick={onAnother}>Create Another</Button>
        <Button variant="primary" onClick={onDone}>
          Done
        </Button>
      </DialogActions>
    </>
  );
}

interface InviteDialogProps {
  /** Preselected folder. */
  folderId?: number;
  onClose: () => void;
}

/** Collects the recipient and folders, then shows the invitation link. */
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
