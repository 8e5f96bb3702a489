import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import UserPlus from 'lucide-react/icons/user-plus';
import { useState } from 'react';
import type { User } from '#shared/contracts/session.ts';
import { formatDate, nameOf } from '#shared/domain/format.ts';
import { useSignedInUser } from '#web/features/accounts/current-user.ts';
import { FETCH_ERRORS } from '#web/features/errors/fetch-errors.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Avatar } from '#web/ui/display/avatar.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Table } from '#web/ui/lists/table.tsx';
import type { TableColumn } from '#web/ui/lists/table-column.ts';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { useAccounts, useDeleteUser } from './api.ts';
import { SignInLimits } from './sign-in-limits.tsx';
import { UserDialog } from './user-dialog.tsx';

function DeleteUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { mutate, isPending } = useDeleteUser();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Delete User"
      description={
        <>
          Delete <strong className="break-words font-medium text-ink">{user.username}</strong>? They are
          signed out immediately and ownership of their folders and files transfers to you.
        </>
      }
      confirmLabel={isPending ? 'Deleting...' : 'Delete'}
      onConfirm={() => mutate(user, { onSettled: onClose })}
      busy={isPending}
    />
  );
}

type OpenDialog = { action: 'add' } | { action: 'edit' | 'delete'; user: User };

/** Lists all accounts and lets administrators add, change and delete them. */
export function UsersPanel() {
  const self = useSignedInUser();
  const { data, error, refetch } = useAccounts();
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const close = () => setOpenDialog(null);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-4">
        <p className="text-ink-muted">{data ? formatUserCount(data.length) : ' '}</p>
        <Button variant="primary" icon={UserPlus} onClick={() => setOpenDialog({ action: 'add' })}>
          Add User
        </Button>
      </div>
      <SignInLimits />
      {error && <LoadError error={error} summary={FETCH_ERRORS.users} onRetry={refetch} />}
      {data && (
        <Card>
          <Table
            label="Users"
            rows={data}
            rowKey={({ id }) => id}
            hasTwoLineRows
            columns={buildColumns(self.id, (action, user) => setOpenDialog({ action, user }))}
          />
        </Card>
      )}
      {!data && !error && <ListSkeleton />}
      {openDialog?.action === 'add' && <UserDialog onClose={close} />}
      {openDialog?.action === 'edit' && <UserDialog user={openDialog.user} onClose={close} />}
      {openDialog?.action === 'delete' && <DeleteUserDialog user={openDialog.user} onClose={close} />}
    </div>
  );
}

const formatUserCount = (count: number): string => (count === 1 ? '1 user' : `${count} users`);

const buildColumns = (
  selfId: number,
  onAction: (action: 'edit' | 'delete', user: User) => void,
): TableColumn<User>[] => [
  {
    id: 'username',
    header: 'Username',
    cell: (user) => <UserCell user={user} />,
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
  },
  {
    id: 'role',
    header: 'Role',
    width: '5.5rem',
    showFrom: 'medium',
    cell: ({ isAdmin }) => <Badge tone={isAdmin ? 'accent' : 'neutral'}>{isAdmin ? 'Admin' : 'User'}</Badge>,
  },
  {
    id: 'created',
    header: 'Created',
    width: '7.5rem',
    showFrom: 'medium',
    cell: ({ createdAt }) => <span className="text-ink-muted">{formatDate(createdAt)}</span>,
  },
  {
    id: 'actions',
    header: 'Actions',
    hideHeader: true,
    width: '6rem',
    align: 'end',
    cell: (user) => (
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
    ),
  },
];

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
