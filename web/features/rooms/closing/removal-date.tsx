import { useState } from 'react';
import type { Closing } from '#shared/contracts/rooms/closing.ts';
import type { RoomWithSettings } from '#shared/contracts/rooms/rooms.ts';
import { formatDate } from '#shared/domain/format.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { CheckedForm } from '#web/ui/forms/checked-form.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { useSetRoomState } from '../settings/settings-api.ts';
import { describeLoss, describeObstacle, describeRules } from './removal-texts.ts';

/** The start of a day in the time zone of the browser. */
const startOf = (day: string): string => new Date(`${day}T00:00:00`).toISOString();

/** Shows and changes when the content of a closed room is removed, and what is lost with it. */
export function RemovalDate({ room, closing }: { room: RoomWithSettings; closing: Closing }) {
  const { state, version, deleteBytesAt, bytesRemovedAt, staffRole } = room;
  const [day, setDay] = useState('');
  const change = useSetRoomState(room.id);
  if (bytesRemovedAt !== null)
    return (
      <p>The content was removed on {formatDate(bytesRemovedAt)}. The archive under Evidence is kept.</p>
    );
  if (deleteBytesAt === null && state === 'archived') return <p>No date was set: the content stays.</p>;
  const loss = describeLoss(closing);
  if (deleteBytesAt === null && state !== 'closed')
    return (
      <div className="flex flex-col gap-3">
        <p>Choose a date once the room is closed.</p>
        <Sentences texts={[describeRules(room), loss]} />
      </div>
    );
  const set = (at: string | null) => change.mutate({ state: 'closed', version, deleteBytesAt: at });
  const onSubmit = () => set(startOf(day));
  return (
    <div className="flex flex-col items-start gap-3">
      <p>
        {deleteBytesAt === null
          ? 'No date is set: the content stays.'
          : `The content is removed from ${formatDate(deleteBytesAt)} on, once a verified archive of the whole room has the original of every document.`}
      </p>
      <Sentences texts={[describeObstacle(closing), loss]} />
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

/** Shows those of the texts that there are, each as a warning. */
function Sentences({ texts }: { texts: readonly (string | undefined)[] }) {
  return texts.map(
    (text) =>
      text !== undefined && (
        <Notice key={text} tone="warning">
          {text}
        </Notice>
      ),
  );
}
