import Mail from 'lucide-react/icons/mail';
import { type ReactNode, useState } from 'react';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type { getVisitorLinks } from '#shared/contracts/visitors.ts';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Table } from '#web/ui/lists/table.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx';
import { useDebugLinks, useResendInvitation, useRevokeInvitation } from './api.ts';
import { COPIED_TITLE, CopyLinkButton } from './copy-link-button.tsx';
import type { ListedInvitation } from './invitation-actions.tsx';
import { buildInvitationColumns } from './invitation-columns.tsx';

interface DebugLinksDialogProps {
  links: ResultOf<typeof getVisitorLinks>;
  onClose: () => void;
}

/** Shows the token and test URLs of a visitor invitation, for troubleshooting. */
function DebugLinksDialog({ links, onClose }: DebugLinksDialogProps) {
  const fields = [
    ['Token', links.token],
    ['Debug address', links.debugUrl],
    ['Validation address', links.validateUrl],
  ] as const;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Debug Links"
      description="Anyone with these links can use the invitation."
    >
      <div className="flex flex-col gap-4">
        {fields.map(([label, value]) => (
          <TextField
            key={label}
            label={label}
            readOnly
            value={value}
            onFocus={({ target }) => target.select()}
            end={
              <CopyLinkButton url={value} label={`Copy ${label.toLowerCase()}`} successTitle={COPIED_TITLE} />
            }
          />
        ))}
      </div>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface InvitationListProps {
  scope: 'own' | 'all';
  invitations: readonly ListedInvitation[] | undefined;
  error: Error | null;
  onRetry: () => void;
  emptyAction?: ReactNode;
}

export function InvitationList({ scope, invitations, error, onRetry, emptyAction }: InvitationListProps) {
  const resend = useResendInvitation();
  const debugLinks = useDebugLinks();
  const [invitationToRevoke, setInvitationToRevoke] = useState<ListedInvitation | null>(null);

  if (error && !invitations) {
    return (
      <Notice tone="danger" urgent action={<Button onClick={onRetry}>Try Again</Button>}>
        Error loading invitations: {getErrorMessage(error)}
      </Notice>
    );
  }
  if (!invitations) return <ListSkeleton />;
  return (
    <Card>
      {invitations.length > 0 ? (
        <Table
          label="Invitations"
          rows={invitations}
          rowKey={({ id }) => id}
          hasTwoLineRows
          columns={buildInvitationColumns({
            isAdminList: scope === 'all',
            onAction: (action, each) => {
              if (action === 'revoke') setInvitationToRevoke(each);
              else (action === 'resend' ? resend : debugLinks).mutate(each.id);
            },
          })}
        />
      ) : (
        <EmptyState
          icon={Mail}
          title="No invitations"
          description="Invite collaborators and visitors to your folders. Invitations appear here."
          action={emptyAction}
        />
      )}
      {debugLinks.data && <DebugLinksDialog links={debugLinks.data} onClose={debugLinks.reset} />}
      {invitationToRevoke && (
        <RevokeInvitationDialog
          scope={scope}
          invitation={invitationToRevoke}
          onClose={() => setInvitationToRevoke(null)}
        />
      )}
    </Card>
  );
}

interface RevokeInvitationDialogProps {
  scope: InvitationListProps['scope'];
  invitation: ListedInvitation;
  onClose: () => void;
}

function RevokeInvitationDialog({ scope, invitation, onClose }: RevokeInvitationDialogProps) {
  const revoke = useRevokeInvitation(scope);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Revoke Invitation"
      description={
        <>
          The link of{' '}
          <strong className="break-words font-medium text-ink">
            {invitation.email ?? 'this invitation'}
          </strong>{' '}
          stops working immediately, and visitors using it are signed out.
        </>
      }
      confirmLabel={revoke.isPending ? 'Revoking...' : 'Revoke'}
      busy={revoke.isPending}
      onConfirm={() => revoke.mutate(invitation.id, { onSettled: onClose })}
    />
  );
}
