import Bug from 'lucide-react/icons/bug';
import ExternalLink from 'lucide-react/icons/external-link';
import Send from 'lucide-react/icons/send';
import Trash2 from 'lucide-react/icons/trash-2';
import type { OwnInvitation } from '#shared/contracts/invitations.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import type { TableColumn } from '#web/ui/lists/table-column.ts';
import { CopyLinkButton } from './copy-link-button.tsx';
import { StatusBadge, statusOf } from './status-badge.tsx';

/** A row of either list. */
export interface ListedInvitation extends Omit<OwnInvitation, 'inviteUrl'> {
  url: string;
  inviter?: string;
}

type InvitationDeed = 'revoke' | 'resend' | 'debug';

interface InvitationColumnsOptions {
  /** In the administrators' list, which names the inviter and offers links of pending invitations alone. */
  isAdminList: boolean;
  onAsk: (deed: InvitationDeed, invitation: ListedInvitation) => void;
}

export function invitationColumns(options: InvitationColumnsOptions): TableColumn<ListedInvitation>[] {
  const inviter: TableColumn<ListedInvitation>[] = options.isAdminList
    ? [{ id: 'inviter', header: 'Invited by', width: '9rem', secondary: true, cell: (each) => each.inviter }]
    : [];
  return [
    {
      id: 'email',
      header: 'Email',
      cell: (invitation) => (
        <div className="min-w-0">
          <p className="truncate font-medium" title={addressOf(invitation)}>
            {addressOf(invitation)}
          </p>
          <p className="@2xl:hidden truncate text-ink-muted text-xs">
            {statusOf(invitation)} · {roleOf(invitation)} · {placeOf(invitation)}
          </p>
        </div>
      ),
    },
    { id: 'role', header: 'Role', width: '7.5rem', secondary: true, cell: roleOf },
    {
      id: 'place',
      header: 'Folder',
      width: '11rem',
      secondary: true,
      cell: (each) => <span title={placeOf(each)}>{placeOf(each)}</span>,
    },
    ...inviter,
    {
      id: 'status',
      header: 'Status',
      width: '10.5rem',
      secondary: true,
      cell: (each) => <StatusBadge invitation={each} />,
    },
    {
      id: 'debug',
      header: 'Debug',
      hideHeader: true,
      width: '4.25rem',
      align: 'end',
      secondary: true,
      cell: (each) =>
        each.role === 'visitor' &&
        each.status === 'pending' && (
          <IconButton
            icon={Bug}
            label={`Debug links for ${addressOf(each)}`}
            size="small"
            onClick={() => options.onAsk('debug', each)}
          />
        ),
    },
    {
      id: 'actions',
      header: 'Actions',
      hideHeader: true,
      width: '9.5rem',
      align: 'end',
      cell: (each) => <Actions invitation={each} {...options} />,
    },
  ];
}

const addressOf = ({ email }: ListedInvitation): string => email ?? 'Anybody with the link';
const roleOf = ({ role }: ListedInvitation): string => (role === 'visitor' ? 'Visitor' : 'Collaborator');

function placeOf({ allFolders, folderName, folderCount }: ListedInvitation): string {
  if (allFolders) return 'All folders';
  return folderName ?? `${folderCount} folders`;
}

function Actions({
  invitation,
  isAdminList,
  onAsk,
}: { invitation: ListedInvitation } & InvitationColumnsOptions) {
  const isPending = invitation.status === 'pending';
  if (isAdminList && !isPending) return null;
  const name = addressOf(invitation);
  return (
    <span className="inline-flex gap-1">
      <CopyLinkButton url={invitation.url} label={`Copy link for ${name}`} disabled={!isPending} />
      <IconButton
        icon={ExternalLink}
        label={`Open link for ${name}`}
        size="small"
        disabled={!isPending}
        onClick={() => window.open(invitation.url, '_blank', 'noopener')}
      />
      {!isAdminList && (
        <IconButton
          icon={Send}
          label={`Send again to ${name}`}
          size="small"
          disabled={invitation.status === 'accepted'}
          onClick={() => onAsk('resend', invitation)}
        />
      )}
      <IconButton
        icon={Trash2}
        label={`Revoke invitation of ${name}`}
        size="small"
        // Accepted for all folders it still grants what is made later, until it is revoked.
        disabled={invitation.status === 'accepted' && !invitation.allFolders}
        onClick={() => onAsk('revoke', invitation)}
      />
    </span>
  );
}
