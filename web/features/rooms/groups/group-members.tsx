import Eye from 'lucide-react/icons/eye';
import UserMinus from 'lucide-react/icons/user-minus';
import { useState } from 'react';
import type { GroupMember } from '#shared/contracts/rooms/groups/group-members.ts';
import type { Group } from '#shared/contracts/rooms/groups/groups.ts';
import { useViewAs } from '#web/features/accounts/view-as/use-view-as.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { CopyLinkButton } from '#web/features/invitations/copy-link-button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Avatar } from '#web/ui/display/avatar.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { useGroupMembers, useRemoveMember } from './groups-api.ts';

/** Lists the members of a group; managers remove them, copy their links and view the room as they do. */
export function GroupMembers({ group, mayManage }: { group: Group; mayManage: boolean }) {
  const members = useGroupMembers(group.id);
  const remove = useRemoveMember(group);
  const [removing, setRemoving] = useState<GroupMember | null>(null);
  const viewAs = useViewAs(group);
  if (members.error && !members.data)
    return (
      <LoadError error={members.error} summary="Failed to fetch members" onRetry={() => members.refetch()} />
    );
  if (!members.data) return <Skeleton className="h-8" />;
  if (members.data.length === 0) return null;
  return (
    <>
      <ul className="divide-y divide-line border-line border-y">
        {members.data.map((member) => (
          <MemberRow
            key={member.id}
            {...{ member, mayManage, viewAs }}
            onRemove={() => setRemoving(member)}
          />
        ))}
      </ul>
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={() => setRemoving(null)}
        title={`Remove ${removing?.email ?? ''}?`}
        description={`They lose the access that ${group.name} gave them at once.`}
        confirmLabel="Remove"
        busy={remove.isPending}
        onConfirm={() => removing && remove.mutate(removing, { onSettled: () => setRemoving(null) })}
      />
    </>
  );
}

interface MemberRowProps {
  member: GroupMember;
  mayManage: boolean;
  viewAs: ReturnType<typeof useViewAs>;
  onRemove: () => void;
}

function MemberRow({ member, mayManage, viewAs, onRemove }: MemberRowProps) {
  return (
    <li className="flex min-h-row items-center justify-between gap-3 py-1">
      <span className="flex min-w-0 items-center gap-2">
        <Avatar name={member.email} size="small" />
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <span className="min-w-0 truncate" title={member.email}>
            {member.email}
          </span>{' '}
          <span className="text-ink-muted text-xs">{member.kind === 'user' ? 'Account' : 'Visitor'}</span>
          {member.accessEnded && <Badge>Access ended</Badge>}
        </span>
      </span>
      {mayManage && (
        <span className="flex gap-1">
          <IconButton
            icon={Eye}
            label={`View as ${member.email}`}
            size="small"
            busy={viewAs.isPending}
            onClick={() => viewAs.mutate(member.id)}
          />
          {member.inviteUrl !== null && (
            <CopyLinkButton url={member.inviteUrl} label={`Copy the link of ${member.email}`} />
          )}
          <IconButton icon={UserMinus} label={`Remove ${member.email}`} size="small" onClick={onRemove} />
        </span>
      )}
    </li>
  );
}
