import type { OwnInvitation } from '#shared/contracts/invitations.ts';
import { countOf, daysLeft } from '#shared/domain/format.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import type { TableColumn } from '#web/ui/lists/table-column.ts';
import {
  getRecipient,
  type InvitationAction,
  InvitationActions,
  type ListedInvitation,
} from './invitation-actions.tsx';

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
        <span className="text-ink-muted text-xs">{countOf(left, 'day')} left</span>
      )}
    </span>
  );
}

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
      values: [['Email', getRecipient]],
    },
    {
      id: 'role',
      header: 'Role',
      width: '7.5rem',
      showFrom: 'medium',
      cell: getRoleLabel,
      values: [['Role', getRoleLabel]],
    },
    {
      id: 'place',
      header: 'Folder',
      width: '11rem',
      showFrom: 'medium',
      cell: (each) => <span title={getScopeLabel(each)}>{getScopeLabel(each)}</span>,
      values: [
        ['Folder', getScopeLabel],
        // Collaborators may always download.
        ['Downloads', ({ role, allowDownload }) => (role === 'visitor' && !allowDownload ? 'No' : 'Yes')],
      ],
    },
    ...(options.isAdminList ? [INVITER_COLUMN] : []),
    {
      id: 'status',
      header: 'Status',
      width: '10.5rem',
      showFrom: 'medium',
      cell: (each) => <InvitationStatusBadge invitation={each} />,
      values: [
        ['Status', getStatusLabel],
        ['Expires at', ({ expiresAt }) => expiresAt],
      ],
    },
    {
      id: 'actions',
      header: 'Actions',
      hideHeader: true,
      // Two buttons, which are larger on touch screens, and the padding of the cell.
      width: 'calc(2 * var(--control-small-size) + 2rem)',
      align: 'end',
      cell: (each) => <InvitationActions invitation={each} {...options} />,
    },
  ];
}

const INVITER_COLUMN: TableColumn<ListedInvitation> = {
  id: 'inviter',
  header: 'Invited By',
  width: '9rem',
  showFrom: 'medium',
  cell: ({ inviter }) => inviter,
  values: [['Invited by', ({ inviter }) => inviter ?? null]],
};

const getRoleLabel = ({ role }: ListedInvitation): string =>
  role === 'visitor' ? 'Visitor' : 'Collaborator';

/** Names what an invitation opens. */
export function getScopeLabel({ allFolders, folderName, folderCount }: ListedInvitation): string {
  if (allFolders) return 'All folders';
  return folderName ?? countOf(folderCount, 'folder');
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
