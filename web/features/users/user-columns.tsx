import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import type { User } from '#shared/contracts/session.ts';
import { formatDate, nameOf } from '#shared/domain/format.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Avatar } from '#web/ui/display/avatar.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import type { TableColumn } from '#web/ui/lists/table-column.ts';

/** Returns the columns of the accounts; nobody deletes their own. */
export const buildUserColumns = (
  selfId: number,
  onAction: UserActionsProps['onAction'],
): TableColumn<User>[] => [
  {
    id: 'username',
    header: 'Username',
    cell: (user) => <UserCell user={user} />,
    values: [
      ['Username', ({ username }) => username],
      ['Name', ({ displayName }) => displayName ?? null],
    ],
  },
  {
    id: 'email',
    header: 'Email',
    showFrom: 'medium',
    cell: ({ email, emailVerified }) => (
      <>
        <span title={email}>{email}</span>
        {emailVerified === false && <p className="text-ink-muted text-xs">Unverified address</p>}
      </>
    ),
    values: [
      ['Email', ({ email }) => email],
      ['Verified', ({ emailVerified }) => (emailVerified === false ? 'No' : 'Yes')],
    ],
  },
  {
    id: 'role',
    header: 'Role',
    width: '5.5rem',
    showFrom: 'medium',
    cell: ({ isAdmin }) => <Badge tone={isAdmin ? 'accent' : 'neutral'}>{isAdmin ? 'Admin' : 'User'}</Badge>,
    values: [['Role', ({ isAdmin }) => (isAdmin ? 'Admin' : 'User')]],
  },
  {
    id: 'created',
    header: 'Created',
    width: '7.5rem',
    showFrom: 'medium',
    cell: ({ createdAt }) => <span className="text-ink-muted">{formatDate(createdAt)}</span>,
    values: [['Created at', ({ createdAt }) => createdAt]],
  },
  {
    id: 'actions',
    header: 'Actions',
    hideHeader: true,
    width: '6rem',
    align: 'end',
    cell: (user) => <UserActions {...{ user, selfId, onAction }} />,
  },
];

interface UserActionsProps {
  user: User;
  selfId: number;
  onAction: (action: 'edit' | 'delete', user: User) => void;
}

function UserActions({ user, selfId, onAction }: UserActionsProps) {
  return (
    <span className="inline-flex gap-1">
      <IconButton
        icon={Pencil}
        label={`Edit ${user.username}`}
        size="small"
        onClick={() => onAction('edit', user)}
      />
      {user.id !== selfId && (
        <IconButton
          icon={Trash2}
          label={`Delete ${user.username}`}
          size="small"
          onClick={() => onAction('delete', user)}
        />
      )}
    </span>
  );
}

function UserCell({ user }: { user: User }) {
  const { username, displayName, email, avatar, isAdmin } = user;
  return (
    <div className="flex min-w-0 items-center gap-2.5">
      <Avatar name={nameOf(user)} image={avatar} size="small" />
      <div className="min-w-0">
        <p dir="auto" className="truncate text-left font-medium" title={username}>
          {nameOf(user)}
          {displayName !== undefined && <span className="ml-2 font-normal text-ink-muted">{username}</span>}
        </p>
        <p className="@2xl:hidden truncate text-ink-muted text-xs">
          {isAdmin && 'Admin · '}
          {email}
        </p>
      </div>
    </div>
  );
}
