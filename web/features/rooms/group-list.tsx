import Eye from 'lucide-react/icons/eye';
import LinkIcon from 'lucide-react/icons/link';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Trash2 from 'lucide-react/icons/trash-2';
import UserMinus from 'lucide-react/icons/user-minus';
import Users from 'lucide-react/icons/users';
import { useState } from 'react';
import type { GroupMember } from '#shared/contracts/rooms/group-members.ts';
import type { Group } from '#shared/contracts/rooms/rooms.ts';
import { countOf, formatDate } from '#shared/domain/format.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { CopyLinkButton } from '#web/features/invitations/copy-link-button.tsx';
import { LinkDialog } from '#web/features/links/link-dialog.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Avatar } from '#web/ui/display/avatar.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { AddMembersForm } from './add-members-form.tsx';
import { useDeleteGroup, useGroupMembers, useGroups, useRemoveMember, useViewAs } from './api.ts';
import { GroupRulesForm } from './groups/group-rules-form.tsx';
import { GroupInbox } from './inbox/group-inbox.tsx';

interface Rights {
  /** Remove members and groups, and view the room as a group. */
  mayManage: boolean;
  /** Add members. */
  mayChange: boolean;
}

/** Lists the groups of a room with their members; managers change them. */
export function GroupList({ roomId, ...rights }: Rights & { roomId: number }) {
  const groups = useGroups(roomId);
  if (groups.error && !groups.data)
    return (
      <LoadError error={groups.error} summary="Failed to fetch groups" onRetry={() => groups.refetch()} />
    );
  if (!groups.data) return <ListSkeleton />;
  if (groups.data.length === 0)
    return (
      <Card>
        <EmptyState
          icon={Users}
          title="No groups yet"
          description="A group sees only the folders that you give it, and never the other groups."
        />
      </Card>
    );
  return groups.data.map((group) => <GroupCard key={group.id} group={group} {...rights} />);
}

function GroupCard({ group, mayManage, mayChange }: Rights & { group: Group }) {
  const [isDeleting, setDeleting] = useState(false);
  const [isLinking, setLinking] = useState(false);
  const remove = useDeleteGroup(group);
  return (
    <section aria-label={group.name}>
      <Card className="flex flex-col gap-3 p-4">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0 flex-1 basis-48">
            <h2 className="font-semibold text-base wrap-anywhere">{group.name}</h2>
            <p className="text-ink-muted">
              {countOf(group.memberCount, 'member')}
              {group.endsAt !== null && `, until ${formatDate(group.endsAt)}`}
            </p>
          </div>
          <GroupActions
            {...{ group, mayManage }}
            onLink={() => setLinking(true)}
            onDelete={() => setDeleting(true)}
          />
        </div>
        <Members {...{ group, mayManage }} />
        <GroupInbox roomId={group.roomId} groupId={group.id} groupName={group.name} />
        {mayChange && <AddMembersForm group={group} />}
        {mayChange && <GroupRulesForm group={group} />}
      </Card>
      {isLinking && <LinkDialog target={{ kind: 'group', id: group.id }} onClose={() => setLinking(false)} />}
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title={`Delete ${group.name}?`}
        description="Its members lose the access that the group gave them, and their links end."
        confirmLabel="Delete Group"
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: () => setDeleting(false) })}
      />
    </section>
  );
}

interface GroupActionsProps {
  group: Group;
  mayManage: boolean;
  onLink: () => void;
  onDelete: () => void;
}

function GroupActions({ group, mayManage, onLink, onDelete }: GroupActionsProps) {
  const viewAs = useViewAs(group);
  return (
    <span className="flex flex-wrap gap-1">
      <ButtonLink size="small" icon={ShieldCheck} href={`/rooms/${group.roomId}/exposure/${group.id}`}>
        Exposure Check
      </ButtonLink>
      {mayManage && (
        <Button
          size="small"
          icon={Eye}
          aria-label={`View as ${group.name}`}
          busy={viewAs.isPending}
          onClick={() => viewAs.mutate(undefined)}
        >
          View As
        </Button>
      )}
      {mayManage && (
        <Button size="small" icon={LinkIcon} onClick={onLink}>
          Create Link<span className="sr-only"> into {group.name}</span>
        </Button>
      )}
      {mayManage && (
        <IconButton icon={Trash2} label={`Delete ${group.name}`} size="small" onClick={onDelete} />
      )}
    </span>
  );
}

function Members({ group, mayManage }: { group: Group; mayManage: boolean }) {
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
          <li key={member.id} className="flex min-h-row items-center justify-between gap-3 py-1">
            <span className="flex min-w-0 items-center gap-2">
              <Avatar name={member.email} size="small" />
              <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
                <span className="min-w-0 truncate" title={member.email}>
                  {member.email}
                </span>{' '}
                <span className="text-ink-muted text-xs">
                  {member.kind === 'user' ? 'Account' : 'Visitor'}
                </span>
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
                <IconButton
                  icon={UserMinus}
                  label={`Remove ${member.email}`}
                  size="small"
                  onClick={() => setRemoving(member)}
                />
              </span>
            )}
          </li>
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
