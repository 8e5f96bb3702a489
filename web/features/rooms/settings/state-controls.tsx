import { type ReactNode, useState } from 'react';
import type { RoomWithSettings } from '#shared/contracts/rooms/rooms.ts';
import { nextRoomStates, type RoomState } from '#shared/domain/rooms/room-states.ts';
import { StateBadge } from '#web/features/folders/room-badge.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { useSetRoomState } from './settings-api.ts';

const EXPLANATIONS: Readonly<Record<RoomState, string>> = {
  preparation: 'Only the staff see the room, and fill it.',
  open: 'Everybody with access sees the room.',
  closed:
    'Only the staff see the room, and nothing in it can be changed. Once an archive of the whole room is created and verified, the room can be archived.',
  archived:
    'Only the staff see the room, and nothing in it can be changed anymore. The archive under Evidence is kept with it.',
};

const ACTIONS: Readonly<Record<RoomState, { label: string; title: string; description: string }>> = {
  preparation: {
    label: 'Back to Preparation',
    title: 'Take the room back into preparation?',
    description: 'Everybody but the staff loses access to the room at once, until you open it again.',
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
      'Everybody but the staff loses access to the room at once, and nothing in it can be changed until you open it again.',
  },
  archived: {
    label: 'Archive Room',
    title: 'Archive the room for good?',
    description:
      'The room stays readable for its staff, but can never be opened or changed again. This cannot be undone. The verified archive of the whole room is kept.',
  },
};

interface StateControlsProps {
  room: RoomWithSettings;
  /** The states that are offered, where the room can change to them. */
  to: readonly RoomState[];
  children?: ReactNode;
}

/** Shows the state of a room, and lets managers change it. */
export function StateControls({ room, to, children }: StateControlsProps) {
  /** The state that is asked about, and the version of the room that the user saw then. */
  const [next, setNext] = useState<{ state: RoomState; version: number } | null>(null);
  const change = useSetRoomState(room.id);
  const { state, version } = room;
  const offered =
    room.staffRole === 'manager' ? nextRoomStates(state).filter((each) => to.includes(each)) : [];
  return (
    <div className="flex flex-col items-start gap-3">
      <StateBadge state={state} />
      <p>{EXPLANATIONS[state]}</p>
      {offered.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {offered.map((each) => (
            <Button key={each} onClick={() => setNext({ state: each, version })}>
              {ACTIONS[each].label}
            </Button>
          ))}
        </div>
      )}
      {children}
      {next !== null && (
        <ConfirmDialog
          open
          onOpenChange={() => setNext(null)}
          title={ACTIONS[next.state].title}
          description={ACTIONS[next.state].description}
          confirmLabel={ACTIONS[next.state].label}
          variant={next.state === 'open' ? 'primary' : 'danger'}
          busy={change.isPending}
          onConfirm={() => change.mutate(next, { onSettled: () => setNext(null) })}
        />
      )}
    </div>
  );
}
