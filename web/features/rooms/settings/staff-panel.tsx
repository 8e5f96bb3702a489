import UserMinus from 'lucide-react/icons/user-minus';
import { useState } from 'react';
import type { StaffMember } from '#shared/contracts/rooms/staff.ts';
import { nameOf } from '#shared/domain/format.ts';
import { isReadOnlyState } from '#shared/domain/rooms/room-states.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { PersonRow } from '#web/features/invitations/person-row.tsx';
import { clearSent } from '#web/lib/forms/clear-sent.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { CheckedForm } from '#web/ui/forms/checked-form.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { useRoom } from '../api.ts';
import { useAppointStaff, useRemoveStaff, useStaff } from './settings-api.ts';

const ROLES = [
  { value: 'manager', label: 'Manager' },
  { value: 'editor', label: 'Editor' },
] as const;

const parseRole = (value: string): StaffMember['role'] => (value === 'manager' ? 'manager' : 'editor');

interface StaffPanelProps {
  roomId: number;
  mayManage: boolean;
}

/** Lists the staff of a room; managers appoint and remove them. */
export function StaffPanel({ roomId, mayManage }: StaffPanelProps) {
  const { data: staff, error, refetch } = useStaff(roomId);
  const [removing, setRemoving] = useState<StaffMember | null>(null);
  const appoint = useAppointStaff(roomId);
  const remove = useRemoveStaff(roomId);
  const isClosed = isReadOnlyState(useRoom(roomId).data?.state);
  if (error && !staff)
    return <LoadError error={error} summary="Failed to fetch staff" onRetry={() => void refetch()} />;
  if (!staff) return <ListSkeleton />;
  return (
    <Card className="flex flex-col gap-4 p-5">
      <p className="text-ink-muted">
        Managers invite, set permissions, publish and appoint staff. Editors add and change content. Both see
        the room in every state.
      </p>
      <ul className="divide-y divide-line" aria-label="Staff">
        {staff.map((member) => (
          <PersonRow
            key={member.id}
            name={nameOf(member)}
            image={member.avatar}
            email={member.email}
            {...(!mayManage && { source: member.role === 'manager' ? 'Manager' : 'Editor' })}
            action={
              mayManage && (
                <StaffActions
                  member={member}
                  disabled={isClosed}
                  busy={appoint.isPending}
                  onRole={(role) => appoint.mutate({ id: member.id, role })}
                  onRemove={() => setRemoving(member)}
                />
              )
            }
          />
        ))}
      </ul>
      {mayManage && !isClosed && <AppointForm roomId={roomId} />}
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={() => setRemoving(null)}
        title={`Remove ${removing?.username ?? ''}?`}
        description="Their access to this room ends at once, and so do the invitations and links that they created. Access that they gave collaborators stays."
        confirmLabel="Remove"
        busy={remove.isPending}
        onConfirm={() => removing && remove.mutate(removing, { onSettled: () => setRemoving(null) })}
      />
    </Card>
  );
}

interface StaffActionsProps {
  member: StaffMember;
  /** Keeps the role from being changed in a closed room. */
  disabled: boolean;
  busy: boolean;
  onRole: (role: StaffMember['role']) => void;
  onRemove: () => void;
}

function StaffActions({ member, disabled, busy, onRole, onRemove }: StaffActionsProps) {
  return (
    <>
      <div className="ml-auto w-28 shrink-0">
        <Select
          label={`Role of ${member.username}`}
          hideLabel
          options={ROLES}
          value={member.role}
          disabled={disabled}
          busy={busy}
          onChange={({ target }) => onRole(parseRole(target.value))}
        />
      </div>
      <IconButton icon={UserMinus} label={`Remove ${member.username}`} size="small" onClick={onRemove} />
    </>
  );
}

const MESSAGES = { email: 'Enter the email address of an account' };

function AppointForm({ roomId }: { roomId: number }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<StaffMember['role']>('editor');
  const appoint = useAppointStaff(roomId);
  function onSubmit() {
    appoint.mutate({ email: email.trim(), role }, { onSuccess: () => setEmail(clearSent(email)) });
  }
  return (
    <CheckedForm onSubmit={onSubmit} messages={MESSAGES} className="flex flex-wrap items-start gap-2">
      <div className="min-w-48 flex-1">
        <TextField
          label="Email of an account"
          name="email"
          type="email"
          autoComplete="off"
          required
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
      </div>
      <Select
        label="Role"
        options={ROLES}
        value={role}
        onChange={({ target }) => setRole(parseRole(target.value))}
      />
      {/* Beside the fields, which have their labels above them and messages below. */}
      <div className="sm:pt-6">
        <Button type="submit" busy={appoint.isPending}>
          Appoint
        </Button>
      </div>
    </CheckedForm>
  );
}
