import { useState } from 'react';
import type { RoomWithSettings } from '#shared/contracts/rooms/rooms.ts';
import { formatDate } from '#shared/domain/format.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { CheckedForm } from '#web/ui/forms/checked-form.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { useSetRoomState } from '../settings/settings-api.ts';

/** The start of a day in the time zone of the browser. */
const startOf = (day: string): string => new Date(`${day}T00:00:00`).toISOString();

/** Shows and changes when the content of a closed room is removed. */
export function RemovalDate({ room }: { room: RoomWithSettings }) {
  const { state, version, deleteBytesAt, bytesRemovedAt, staffRole } = room;
  const [day, setDay] = useState('');
  const change = useSetRoomState(room.id);
  if (bytesRemovedAt !== null)
    return (
      <p>The content was removed on {formatDate(bytesRemovedAt)}. The archive under Evidence is kept.</p>
    );
  if (deleteBytesAt === null && state === 'archived') return <p>No date was set: the content stays.</p>;
  if (deleteBytesAt === null && state !== 'closed') return <p>Choose a date once the room is closed.</p>;
  const set = (at: string | null) => change.mutate({ state: 'closed', version, deleteBytesAt: at });
  const onSubmit = () => set(startOf(day));
  return (
    <div className="flex flex-col items-start gap-3">
      <p>
        {deleteBytesAt === null
          ? 'No date is set: the content stays.'
          : `The content is removed from ${formatDate(deleteBytesAt)} on, if a verified archive of the whole room exists then.`}
      </p>
      {state === 'closed' && staffRole === 'manager' && (
        <CheckedForm
          onSubmit={onSubmit}
          className="flex flex-wrap items-end gap-2"
          aria-label="Removal of the content"
        >
          <TextField
            label="Remove the content on"
            name="day"
            type="date"
            value={day}
            onChange={({ target }) => setDay(target.value)}
          />
          <Button type="submit" busy={change.isPending} disabled={day === ''}>
            Set Date
          </Button>
          {deleteBytesAt !== null && (
            <Button busy={change.isPending} onClick={() => set(null)}>
              Keep Content
            </Button>
          )}
        </CheckedForm>
      )}
    </div>
  );
}
