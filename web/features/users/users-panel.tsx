import UserPlus from 'lucide-react/icons/user-plus';
import Users from 'lucide-react/icons/users';
import { useMemo, useState } from 'react';
import type { User } from '#shared/contracts/session.ts';
import { createTextFilter } from '#shared/domain/search/text-filter.ts';
import { useSignedInUser } from '#web/features/accounts/current-user.ts';
import { FETCH_ERRORS } from '#web/features/errors/fetch-errors.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { ExportCsv } from '#web/features/export/export-csv.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { FilterField, NoMatches, useListFilter } from '#web/ui/lists/list-filter.tsx';
import { useSortedRows } from '#web/ui/lists/sorted-rows.ts';
import { Table } from '#web/ui/lists/table.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { useAccounts, useDeleteUser } from './api.ts';
import { SignInLimits } from './sign-in-limits.tsx';
import { buildUserColumns } from './user-columns.tsx';
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

/** Lists all accounts and lets administrators find, add, change and delete them. */
export function UsersPanel() {
  const self = useSignedInUser();
  const { data, error, refetch } = useAccounts();
  const filter = useListFilter();
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const close = () => setOpenDialog(null);
  const shown = useMemo(() => filterUsers(data ?? [], filter.text), [data, filter.text]);
  const columns = useMemo(
    () => buildUserColumns(self.id, (action, user) => setOpenDialog({ action, user })),
    [self.id],
  );
  const sorted = useSortedRows({ columns, rows: shown }, { isComplete: true });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {data && (
          <FilterField
            filter={filter}
            label="Filter users"
            placeholder="Filter by name or email"
            noun="user"
            shown={shown.length}
            total={data.length}
          />
        )}
        <div className="ml-auto flex flex-wrap gap-2">
          {shown.length > 0 && <ExportCsv name="users" columns={columns} rows={sorted.rows} />}
          <Button variant="primary" icon={UserPlus} onClick={() => setOpenDialog({ action: 'add' })}>
            Add User
          </Button>
        </div>
      </div>
      <SignInLimits />
      {error && <LoadError error={error} summary={FETCH_ERRORS.users} onRetry={refetch} />}
      {data && (
        <Card>
          {shown.length > 0 ? (
            <Table label="Users" {...sorted} rowKey={({ id }) => id} hasTwoLineRows />
          ) : (
            <NoMatches
              filter={filter}
              icon={Users}
              title="No matching users"
              description="Try a shorter part of a name or of an email address."
            />
          )}
        </Card>
      )}
      {!data && !error && <ListSkeleton />}
      {openDialog?.action === 'add' && <UserDialog onClose={close} />}
      {openDialog?.action === 'edit' && <UserDialog user={openDialog.user} onClose={close} />}
      {openDialog?.action === 'delete' && <DeleteUserDialog user={openDialog.user} onClose={close} />}
    </div>
  );
}

function filterUsers(users: readonly User[], text: string): User[] {
  const fits = createTextFilter(text);
  return users.filter(({ username, displayName, firstName, lastName, email }) =>
    fits([username, displayName, firstName, lastName, email]),
  );
}
