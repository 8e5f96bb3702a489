import { type FormEvent, useState } from 'react';
import type { RoomWithSettings } from '#shared/contracts/rooms/publications.ts';
import { isReadOnlyState, nextRoomStates, type RoomState } from '#shared/domain/rooms/room-states.ts';
import { RoomBadge } from '#web/features/folders/room-badge.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { SettingsSection } from '#web/ui/layout/settings-section.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { SaveTemplateForm } from '../templates/save-template-form.tsx';
import { useRenameRoom, useSetRoomState } from './settings-api.ts';

/** The name and the state of a room; managers change them. */
export function GeneralSettings({ room }: { room: RoomWithSettings }) {
  return (
    <div className="flex flex-col gap-5">
      <SettingsSection
        title="Name"
        description="The name of the folder. A code name helps staff to tell rooms apart; nobody else sees it."
      >
        <NameForm key={`${room.name} ${room.codeName}`} room={room} />
      </SettingsSection>
      <SettingsSection
        title="State"
        description="Unless a room is open, only its staff and administrators see it."
      >
        <StateControls room={room} />
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

function NameForm({ room }: { room: RoomWithSettings }) {
  const [name, setName] = useState(room.name);
  const [codeName, setCodeName] = useState(room.codeName ?? '');
  const rename = useRenameRoom(room.id);
  const mayChange = room.staffRole === 'manager' && !isReadOnlyState(room.state);
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() !== '') rename.mutate({ name, codeName });
  }
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4">
      <TextField
        label="Name"
        autoComplete="off"
        required
        readOnly={!mayChange}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label="Code name (optional)"
        autoComplete="off"
        maxLength={100}
        readOnly={!mayChange}
        value={codeName}
        onChange={({ target }) => setCodeName(target.value)}
      />
      {mayChange && (
        <Button type="submit" variant="primary" busy={rename.isPending} className="self-start">
          Save
        </Button>
      )}
    </form>
  );
}

const EXPLANATIONS: Readonly<Record<RoomState, string>> = {
  preparation: 'Only the staff see the room, and fill it.',
  open: 'Everybody with access sees the room.',
  closed:
    'Only the staff see the room, and nothing in it can be changed. Once an archive of the whole room is created and verified under Evidence, the room can be archived.',
  archived:
    'Only the staff see the room, and nothing in it can be changed any more. The archive under Evidence is kept with it.',
};

const ACTIONS: Readonly<Record<RoomState, { label: string; title: string; description: string }>> = {
  preparation: {
    label: 'Back to Preparation',
    title: 'Take the room back into preparation?',
    description: 'Everybody but the staff loses sight of the room at once, until you open it again.',
  },
  open: {
    label: 'Open Room',
    title: 'Open the room?',
    description: 'Groups, visitors and collaborators see at once what they have access to.',
  },
  closed: {
    label: 'Close Room',
    title: 'Close the room?',
    description:
      'Everybody but the staff loses sight of the room at once, and nothing in it can be changed until you open it again.',
  },
  archived: {
    label: 'Archive Room',
    title: 'Archive the room for good?',
    description:
      'The room stays readable for its staff, but can never be opened or changed again. This cannot be undone. The verified archive of the whole room is kept.',
  },
};

function StateControls({ room }: { room: RoomWithSettings }) {
  const [next, setNext] = useState<RoomState | null>(null);
  const change = useSetRoomState(room.id);
  const { state, version } = room;
  return (
    <div className="flex flex-col items-start gap-3">
      <RoomBadge state={state} />
      <p>{EXPLANATIONS[state]}</p>
      {room.staffRole === 'manager' && (
        <div className="flex flex-wrap gap-2">
          {nextRoomStates(state).map((each) => (
            <Button key={each} onClick={() => setNext(each)}>
              {ACTIONS[each].label}
            </Button>
          ))}
        </div>
      )}
      {next !== null && (
        <ConfirmDialog
          open
          onOpenChange={() => setNext(null)}
          title={ACTIONS[next].title}
          description={ACTIONS[next].description}
          confirmLabel={ACTIONS[next].label}
          busy={change.isPending}
          onConfirm={() => change.mutate({ state: next, version }, { onSettled: () => setNext(null) })}
        />
      )}
    </div>
  );
}
