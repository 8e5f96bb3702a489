import UserPlus from 'lucide-react/icons/user-plus';
import { lazy, Suspense, useState } from 'react';
import { nameOf } from '#shared/domain/format.ts';
import { FETCH_ERRORS } from '#web/features/errors/fetch-errors.ts';
import { useUserList } from '#web/features/users/api.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { VirtualList } from '#web/ui/lists/virtual-list.tsx';
import { SidebarError, SidebarLoading, SidebarSection } from './sidebar-section.tsx';

const InviteDialog = lazy(async () => ({
  default: (await import('#web/features/invitations/invite-dialog.tsx')).InviteDialog,
}));

/** The list of users, for administrators. */
export function SidebarUsers() {
  const { data: users, error, refetch } = useUserList();
  const [isInviting, setInviting] = useState(false);
  return (
    <SidebarSection
      title="Users"
      action={
        <IconButton icon={UserPlus} label="Invite user" size="small" onClick={() => setInviting(true)} />
      }
    >
      {users ? (
        <VirtualList
          label="Users"
          entries={users}
          emptyText="No users to display"
          className="max-h-48 min-h-14 shrink-0"
        >
          {({ id, isAdmin, ...person }, style) => (
            <li
              key={id}
              title={`${person.username}, ${person.email}`}
              style={style}
              className="absolute inset-x-0 flex h-control-small items-center gap-2 px-2"
            >
              <span dir="auto" className="min-w-0 flex-1 truncate text-left">
                {nameOf(person)}
              </span>
              <Badge tone={isAdmin ? 'accent' : 'neutral'}>{isAdmin ? 'Admin' : 'User'}</Badge>
            </li>
          )}
        </VirtualList>
      ) : error ? (
        <SidebarError message={FETCH_ERRORS.users} onRetry={() => void refetch()} />
      ) : (
        <SidebarLoading />
      )}
      <Suspense>{isInviting && <InviteDialog onClose={() => setInviting(false)} />}</Suspense>
    </SidebarSection>
  );
}
