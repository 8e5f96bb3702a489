import Bug from 'lucide-react/icons/bug';
import ExternalLink from 'lucide-react/icons/external-link';
import Send from 'lucide-react/icons/send';
import Trash2 from 'lucide-react/icons/trash-2';
import type { OwnInvitation } from '#shared/contracts/invitations.ts';
import { daysLeft } from '#shared/domain/format.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import type { TableColumn } from '#web/ui/lists/table-column.ts';
import { CopyLinkButton } from './copy-link-button.tsx';

const STATUS_BADGE = {
  pending: { tone: 'accent', label: 'Pending' },
  accepted: { tone: 'success', label: 'Accepted' },
  expired: { tone: 'neutral', label: 'Expired' },
} as const;

const getStatusLabel = ({ status }: Pick<OwnInvitation, 'status'>): string => STATUS_BADGE[status].label;

function InvitationStatusBadge({ invitation }: { invitation: Pick<OwnInvitation, 'status' | 'expiresAt'> }) {
  const { tone, label } = STATUS_BADGE[invitation.status];
  const left = daysLeft(Date.parse(invitation.expiresAt), Date.now());
  return (
    <span className="inline-flex items-center gap-2">
      <Badge tone={tone}>{label}</Badge>
      {invitation.status === 'pending' && (
        <span className="text-ink-muted text-xs">{left === 1 ? '1 day left' : `${left} days left`}</span>
      )}
    </span>
  );
}

/** Row of the user's own list or of the administrators' list. */
export interface ListedInvitation extends Omit<OwnInvitation, 'inviteUrl'> {
  url: string;
  inviter?: string;
}

type InvitationAction = 'revoke' | 'resend' | 'debug';

interface InvitationColumnsOptions {
  /** Shows the inviter, and copies links of pending invitations only. */
  isAdminList: boolean;
  onAction: (action: InvitationAction, invitation: ListedInvitation) => void;
}

export function buildInvitationColumns(options: InvitationColumnsOptions): TableColumn<ListedInvitation>[] {
  return [
    {
      id: 'email',
      header: 'Email',
      cell: (invitation) => <RecipientCell invitation={invitation} />,
    },
    { id: 'role', header: 'Role', width: '7.5rem', hideWhenNarrow: true, cell: getRoleLabel },
    {
      id: 'place',
      header: 'Folder',
      width: '11rem',
      hideWhenNarrow: true,
      cell: (each) => <span title={getScopeLabel(each)}>{getScopeLabel(each)}</span>,
    },
    ...(options.isAdminList ? [INVITER_COLUMN] : []),
    {
      id: 'status',
      header: 'Status',
      width: '10.5rem',
      hideWhenNarrow: true,
      cell: (each) => <InvitationStatusBadge invitation={each} />,
    },
    {
      id: 'debug',
      header: 'Debug',
      hideHeader: true,
      width: '4.25rem',
      align: 'end',
      hideWhenNarrow: true,
      cell: (each) => <DebugLinksButton invitation={each} onClick={() => options.onAction('debug', each)} />,
    },
    {
      id: 'actions',
      header: 'Actions',
      hideHeader: true,
      width: '9.5rem',
      align: 'end',
      cell: (each) => <InvitationActions invitation={each} {...options} />,
    },
  ];
}

const INVITER_COLUMN: TableColumn<ListedInvitation> = {
  id: 'inviter',
  header: 'Invited by',
  width: '9rem',
  hideWhenNarrow: true,
  cell: ({ inviter }) => inviter,
};

const getRecipient = ({ email }: ListedInvitation): string => email ?? 'Anyone with the link';
const getRoleLabel = ({ role }: ListedInvitation): string =>
  role === 'visitor' ? 'Visitor' : 'Collaborator';

function getScopeLabel({ allFolders, folderName, folderCount }: ListedInvitation): string {
  if (allFolders) return 'All folders';
  return folderName ?? `${folderCount} folders`;
}

function RecipientCell({ invitation }: { invitation: ListedInvitation }) {
  return (
    <div className="min-w-0">
      <p className="truncate font-medium" title={getRecipient(invitation)}>
        {getRecipient(invitation)}
      </p>
      <p className="@2xl:hidden truncate text-ink-muted text-xs">
        {getStatusLabel(invitation)} · {getRoleLabel(invitation)} · {getScopeLabel(invitation)}
      </p>
    </div>
  );
}

function DebugLinksButton({ invitation, onClick }: { invitation: ListedInvitation; onClick: () => void }) {
  if (invitation.role !== 'visitor' || invitation.status !== 'pending') return null;
  return (
    <IconButton
      icon={Bug}
      label={`Debug links for ${getRecipient(invitation)}`}
      size="small"
      onClick={onClick}
    />
  );
}

function InvitationActions({
  invitation,
  isAdminList,
  onAction,
}: { invitation: ListedInvitation } & InvitationColumnsOptions) {
  const isPending = invitation.status === 'pending';
  if (isAdminList && !isPending) return null;
  const name = getRecipient(invitation);
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
          onClick={() => onAction('resend', invitation)}
        />
      )}
      <IconButton
        icon={Trash2}
        label={`Revoke invitation of ${name}`}
        size="small"
        // An accepted invitation to all folders still covers future folders until it is revoked.
        disabled={invitation.status === 'accepted' && !invitation.allFolders}
        onClick={() => onAction('revoke', invitation)}
      />
    </span>
  );
}
