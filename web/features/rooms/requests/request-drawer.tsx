import { useState } from 'react';
import type { Area, RoomRequest } from '#shared/contracts/rooms/requests.ts';
import { nameOf } from '#shared/domain/format.ts';
import { useSignedInUser } from '#web/features/accounts/current-user.ts';
import { useIsViewAs } from '#web/features/accounts/visitor-session.ts';
import { useGroups } from '#web/features/rooms/groups/groups-api.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { FieldErrorsContext } from '#web/ui/forms/field-errors.ts';
import { RestoredNotice } from '#web/ui/forms/restored-notice.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { TextArea } from '#web/ui/forms/text-area.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Drawer } from '#web/ui/overlays/drawer.tsx';
import { useLossQuestion } from '#web/ui/overlays/unsaved.ts';
import { formatDueDay } from '../due-days.ts';
import { useStaff } from '../settings/settings-api.ts';
import { type RequestChanges, useRequestChanges } from './api.ts';
import { PRIORITY_LABELS, STATE_LABELS } from './arrange-requests.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { RequestFiles, SuggestedFiles } from './request-files.tsx';
import { useTypedFields } from './use-typed-fields.ts';

interface RequestDrawerProps {
  request: RoomRequest;
  areas: readonly Area[];
  mayEdit: boolean;
  /** The user belongs to a group, which says whether it has what it asked for. */
  mayAccept: boolean;
  onClose: () => void;
}

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** Shows a request with its files; staff change it, a group can accept it. */
export function RequestDrawer({ request, areas, mayEdit, mayAccept, onClose }: RequestDrawerProps) {
  const { update } = useRequestChanges(request.roomId);
  const isViewAs = useIsViewAs();
  const accept = () => update.mutate({ id: request.id, body: { state: 'accepted' } });
  return (
    <Drawer title={`Request ${request.number}`} description={STATE_LABELS[request.state]} onClose={onClose}>
      {mayEdit ? (
        <RequestFields {...{ request, areas }} />
      ) : (
        <div className="flex flex-col gap-3">
          <p className="wrap-anywhere">{request.text}</p>
          {request.dueAt !== null && <p className="text-ink-muted">Due {formatDueDay(request.dueAt)}</p>}
        </div>
      )}
      <RequestFiles {...{ request, mayEdit }} />
      {mayEdit && <SuggestedFiles request={request} />}
      {request.state !== 'accepted' && mayAccept && (
        <Button variant="primary" busy={update.isPending} disabled={isViewAs} onClick={accept}>
          Accept
        </Button>
      )}
      {mayEdit && <DeleteRequest {...{ request, onClose }} />}
    </Drawer>
  );
}

/** A year that is typed in part is no due date. */
const FIRST_DAY = '2000-01-01';

const DISCARD_TYPED = {
  title: 'Discard Changes',
  description: 'What you typed is not saved, because somebody else changed the same.',
  confirmLabel: 'Discard',
};

/** The fields of a request; each is saved when it is left, also by closing the drawer. */
function RequestFields({ request, areas }: Pick<RequestDrawerProps, 'request' | 'areas'>) {
  const { update } = useRequestChanges(request.roomId);
  const save = (body: RequestChanges) => update.mutate({ id: request.id, body });
  const typed = useTypedFields(request, (body) => update.mutateAsync({ id: request.id, body }));
  useLossQuestion(typed.conflicts.length > 0 ? DISCARD_TYPED : null);
  return (
    <FieldErrorsContext value={{ getMessage: typed.getMessage, summaryId: undefined }}>
      <div className="flex flex-col gap-3">
        {typed.wasRestored && <RestoredNotice />}
        {typed.conflicts.length > 0 && <ConflictNotice request={request} {...typed} />}
        <TextArea label="Request" maxLength={2000} {...typed.field('text')} />
        <div className="grid gap-3 sm:grid-cols-2">
          <Select
            label="State"
            options={optionsOf(STATE_LABELS)}
            value={request.state}
            onChange={({ target }) => save({ state: target.value as RoomRequest['state'] })} // one of the options
          />
          <Select
            label="Priority"
            options={optionsOf(PRIORITY_LABELS)}
            value={request.priority}
            onChange={({ target }) => save({ priority: target.value as RoomRequest['priority'] })} // one of the options
          />
          <AssignmentFields {...{ request, areas, save }} />
          <TextField label="Due date" type="date" min={FIRST_DAY} {...typed.field('dueAt')} />
          <TextField label="Responsible person" maxLength={100} {...typed.field('responsibleName')} />
        </div>
        <ReminderField {...{ request, save }} />
      </div>
    </FieldErrorsContext>
  );
}

interface SavedFieldsProps {
  request: RoomRequest;
  save: (body: RequestChanges) => void;
}

const idOrNull = (value: string): number | null => (value === '' ? null : Number(value));

/** The area of the request, and the group that sees it. */
function AssignmentFields({ request, areas, save }: SavedFieldsProps & Pick<RequestDrawerProps, 'areas'>) {
  const groups = new Map(useGroups(request.roomId).data?.map(({ id, name }) => [id, name]));
  // The list must not say that only the staff sees the request before the groups are loaded.
  if (request.groupId !== null && !groups.has(request.groupId))
    groups.set(request.groupId, 'A group of the room');
  return (
    <>
      <Select
        label="Area"
        options={[
          { value: '', label: 'None' },
          ...areas.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={String(request.areaId ?? '')}
        onChange={({ target }) => save({ areaId: idOrNull(target.value) })}
      />
      <Select
        label="Group"
        options={[
          { value: '', label: 'Staff only' },
          ...[...groups].map(([id, label]) => ({ value: String(id), label })),
        ]}
        value={String(request.groupId ?? '')}
        onChange={({ target }) => save({ groupId: idOrNull(target.value) })}
      />
    </>
  );
}

/** Chooses who of the staff is mailed once the request is overdue. */
function ReminderField({ request, save }: SavedFieldsProps) {
  const user = useSignedInUser();
  const staff = useStaff(request.roomId).data ?? [];
  const people = new Map(
    staff.map((person) => [person.id, person.id === user.id ? 'Me' : nameOf(person)] as const),
  );
  const { responsibleId } = request;
  if (responsibleId !== null && !people.has(responsibleId)) people.set(responsibleId, 'Another member');
  return (
    <Select
      label="Remind by email once it is overdue"
      hint="Emailed daily if this installation sends email."
      options={[
        { value: '', label: 'Nobody' },
        ...[...people].map(([id, label]) => ({ value: String(id), label })),
      ]}
      value={String(responsibleId ?? '')}
      onChange={({ target }) => save({ responsibleId: idOrNull(target.value) })}
    />
  );
}

function DeleteRequest({ request, onClose }: { request: RoomRequest; onClose: () => void }) {
  const { remove } = useRequestChanges(request.roomId);
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="border-line border-t pt-4">
      <Button onClick={() => setOpen(true)}>Delete Request</Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={`Delete Request ${request.number}?`}
        description="Its files stay in the room. The number is not given again."
        confirmLabel="Delete Request"
        busy={remove.isPending}
        onConfirm={() => remove.mutate(request.id, { onSuccess: onClose, onError: () => setOpen(false) })}
      />
    </div>
  );
}
