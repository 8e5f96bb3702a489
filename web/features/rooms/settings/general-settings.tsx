import { Link } from 'wouter';
import type { RoomWithSettings } from '#shared/contracts/rooms/rooms.ts';
import { isReadOnlyState } from '#shared/domain/rooms/room-states.ts';
import { useEdits } from '#web/lib/forms/use-edits.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { CheckedForm } from '#web/ui/forms/checked-form.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { SettingsSection } from '#web/ui/layout/settings-section.tsx';
import { SaveTemplateForm } from '../templates/save-template-form.tsx';
import { useRenameRoom } from './settings-api.ts';
import { StateControls } from './state-controls.tsx';

/** The name and the state of a room; managers change them. */
export function GeneralSettings({ room }: { room: RoomWithSettings }) {
  return (
    <div className="flex flex-col gap-5">
      <SettingsSection
        title="Name"
        description="The name of the folder. Links, watermarks and members of groups are shown the code name in place of it."
      >
        <NameForm key={room.id} room={room} />
      </SettingsSection>
      <SettingsSection
        title="State"
        description="Unless a room is open, only its staff and administrators see it."
      >
        <StateControls room={room} to={['open', 'preparation']}>
          {room.staffRole === 'manager' && (
            <Link href={`/rooms/${room.id}/settings?tab=close`} className="self-start rounded-sm underline">
              {isReadOnlyState(room.state) ? 'Archive the room' : 'Close the room'}
            </Link>
          )}
        </StateControls>
      </SettingsSection>
      {room.staffRole === 'manager' && (
        <SettingsSection
          title="Template"
          description="Keeps the folders, groups and requests of the room for new rooms, without documents and people. Only you and administrators see it."
        >
          <SaveTemplateForm roomId={room.id} roomName={room.name} />
        </SettingsSection>
      )}
    </div>
  );
}

/** Sends only the name that was edited, so that it undoes no change of another manager. */
function NameForm({ room }: { room: RoomWithSettings }) {
  const { values, changed, set, reset } = useEdits({ name: room.name, codeName: room.codeName ?? '' });
  const rename = useRenameRoom(room.id);
  const mayChange = room.staffRole === 'manager' && !isReadOnlyState(room.state);
  return (
    <CheckedForm
      onSubmit={() => rename.mutate(changed, { onSuccess: reset })}
      className="flex flex-col gap-4"
    >
      <TextField
        label="Name"
        autoComplete="off"
        name="name"
        required
        readOnly={!mayChange}
        value={values.name}
        onChange={({ target }) => set('name', target.value)}
      />
      <TextField
        label="Code name (optional)"
        autoComplete="off"
        maxLength={100}
        readOnly={!mayChange}
        value={values.codeName}
        onChange={({ target }) => set('codeName', target.value)}
      />
      {mayChange && (
        <Button
          type="submit"
          variant="primary"
          busy={rename.isPending}
          disabled={Object.keys(changed).length === 0}
          className="self-start"
        >
          Save
        </Button>
      )}
    </CheckedForm>
  );
}
