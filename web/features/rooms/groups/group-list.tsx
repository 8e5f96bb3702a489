import Eye from 'lucide-react/icons/eye';
import LinkIcon from 'lucide-react/icons/link';
import Pencil from 'lucide-react/icons/pencil';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Trash2 from 'lucide-react/icons/trash-2';
import Users from 'lucide-react/icons/users';
import { useState } from 'react';
import type { Group } from '#shared/contracts/rooms/groups/groups.ts';
import { countOf, formatDate } from '#shared/domain/format.ts';
import { useViewAs } from '#web/features/accounts/view-as/use-view-as.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { LinkDialog } from '#web/features/links/link-dialog.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { GroupInbox } from '../inbox/group-inbox.tsx';
import { AddMembersForm } from './add-members-form.tsx';
import { EditGroupDialog } from './edit-group-dialog.tsx';
import { ExportMembers } from './export-members.tsx';
import { GroupMembers } from './group-members.tsx';
import { GroupRulesForm } from './group-rules-form.tsx';
import { useDeleteGroup, useGroups } from './groups-api.ts';

interface Rights {
  /** Remove members and groups, and view the room as a group. */
  mayManage: boolean;
  /** Add members, and change the group. */
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
  return (
    <>
      <div className="self-end">
        <ExportMembers groups={groups.data} />
      </div>
      {groups.data.map((group) => (
        <GroupCard key={group.id} group={group} {...rights} />
      ))}
    </>
  );
}

function GroupCard({ group, mayManage, mayChange }: Rights & { group: Group }) {
  const [isDeleting, setDeleting] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const [isLinking, setLinking] = useState(false);
  const isEnded = group.endsAt !== null && Date.parse(group.endsAt) <= Date.now();
  const remove = useDeleteGroup(group);
  return (
    <section aria-label={group.name}>
      <Card className="flex flex-col gap-3 p-4">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0 flex-1 basis-48">
            <div className="flex flex-wrap items-center gap-x-2">
              <h2 className="font-semibold text-base wrap-anywhere">{group.name}</h2>
              {isEnded && <Badge tone="warning">Ended</Badge>}
            </div>
            <p className="text-ink-muted">
              {countOf(group.memberCount, 'member')}
              {group.endsAt !== null && `, ${isEnded ? 'ended on' : 'until'} ${formatDate(group.endsAt)}`}
            </p>
          </div>
          <GroupActions
            {...{ group, mayManage, mayChange }}
            onEdit={() => setEditing(true)}
            onLink={() => setLinking(true)}
            onDelete={() => setDeleting(true)}
          />
        </div>
        <GroupMembers {...{ group, mayManage }} />
        <GroupInbox roomId={group.roomId} groupId={group.id} groupName={group.name} />
        {mayChange && <AddMembersForm group={group} />}
        {mayChange && <GroupRulesForm group={group} />}
      </Card>
      {isEditing && <EditGroupDialog group={group} onClose={() => setEditing(false)} />}
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

interface GroupActionsProps extends Rights {
  group: Group;
  onEdit: () => void;
  onLink: () => void;
  onDelete: () => void;
}

function GroupActions({ group, mayManage, mayChange, onEdit, onLink, onDelete }: GroupActionsProps) {
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
      {mayChange && <IconButton icon={Pencil} label={`Edit ${group.name}`} size="small" onClick={onEdit} />}
      {mayManage && (
        <IconButton icon={Trash2} label={`Delete ${group.name}`} size="small" onClick={onDelete} />
      )}
    </span>
  );
}
