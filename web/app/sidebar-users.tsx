import UserPlus from 'lucide-react/icons/user-plus';
import { lazy, Suspense, useState } from 'react';
import { useUserList } from '#web/features/admin/user-list.ts';
import { Badge } from '../ui/badge.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { SidebarEmpty, SidebarError, SidebarLoading, SidebarSection } from './sidebar-section.tsx';

const InviteDialog = lazy(async () => ({
  default: (await import('#web/features/invitations/invite-dialog.tsx')).InviteDialog,
}));

/** Who has an account, for administrators. */
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
        <ul aria-label="Users" className="max-h-48 min-h-16 shrink-0 overflow-y-auto empty:hidden">
          {users.map(({ id, username, email, isAdmin }) => (
            <li key={id} title={email} className="flex h-control-small items-center gap-2 px-2">
              <span className="min-w-0 flex-1 truncate">{username}</span>
              <Badge tone={isAdmin ? 'accent' : 'neutral'}>{isAdmin ? 'Admin' : 'User'}</Badge>
            </li>
          ))}
        </ul>
      ) : error ? (
        <SidebarError message="Failed to fetch users" onRetry={() => void refetch()} />
      ) : (
        <SidebarLoading />
      )}
      {users?.length === 0 && <SidebarEmpty>No users to display</SidebarEmpty>}
      <Suspense>{isInviting && <InviteDialog onClose={() => setInviting(false)} />}</Suspense>
    </SidebarSection>
  );
}
