import Bug from 'lucide-react/icons/bug';
import ExternalLink from 'lucide-react/icons/external-link';
import Send from 'lucide-react/icons/send';
import Trash2 from 'lucide-react/icons/trash-2';
import type { OwnInvitation } from '#shared/contracts/invitations.ts';
import { Dots } from '#web/ui/buttons/dots.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';
import { CopyLinkButton } from './copy-link-button.tsx';

/** Row of the user's own list or of the administrators' list. */
export interface ListedInvitation extends Omit<OwnInvitation, 'inviteUrl'> {
  url: string | null;
  inviter?: string;
}

export type InvitationAction = 'revoke' | 'resend' | 'debug';

interface InvitationActionsProps {
  invitation: ListedInvitation;
  /** Offers the actions of pending invitations only, and none of the inviter's own. */
  isAdminList: boolean;
  onAction: (action: InvitationAction, invitation: ListedInvitation) => void;
}

export const getRecipient = ({ email }: ListedInvitation): string => email ?? 'Anyone with the link';

/** Renders the copy button and a menu with the other actions, which fit on every screen. */
export function InvitationActions({ invitation, isAdminList, onAction }: InvitationActionsProps) {
  const { role, status, allFolders, url } = invitation;
  const isPending = status === 'pending';
  if (isAdminList && !isPending) return null;
  const name = getRecipient(invitation);
  const run = (action: InvitationAction) => () => onAction(action, invitation);
  return (
    <span className="inline-flex gap-1">
      {url !== null && <CopyLinkButton url={url} label={`Copy link for ${name}`} disabled={!isPending} />}
      <Menu trigger={<IconButton icon={Dots} label={`Actions for ${name}`} size="small" />}>
        {url !== null && (
          <MenuItem
            icon={ExternalLink}
            disabled={!isPending}
            onSelect={() => window.open(url, '_blank', 'noopener')}
          >
            Open Link
          </MenuItem>
        )}
        {!isAdminList && (
          <MenuItem icon={Send} disabled={status === 'accepted'} onSelect={run('resend')}>
            Send Again
          </MenuItem>
        )}
        {role === 'visitor' && isPending && (
          <MenuItem icon={Bug} onSelect={run('debug')}>
            Debug Links
          </MenuItem>
        )}
        {/* An accepted invitation to all folders still covers future folders until it is revoked. */}
        <MenuItem
          icon={Trash2}
          danger
          disabled={status === 'accepted' && !allFolders}
          onSelect={run('revoke')}
        >
          Revoke
        </MenuItem>
      </Menu>
    </span>
  );
}
