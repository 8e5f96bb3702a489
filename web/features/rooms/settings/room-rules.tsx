import type { RoomWithSettings } from '#shared/contracts/rooms/publications.ts';
import { isReadOnlyState } from '#shared/domain/rooms/room-states.ts';
import { Switch } from '#web/ui/forms/switch.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useSetRules } from './settings-api.ts';

/** The rules about who else may see a room; managers change them, and they count at the next request. */
export function RoomRules({ room }: { room: RoomWithSettings }) {
  const change = useSetRules(room.id);
  const { allowVisitors, allowCollaborators } = room.settings;
  const isDisabled = room.staffRole !== 'manager' || isReadOnlyState(room.state) || change.isPending;
  return (
    <Card className="flex flex-col gap-5 p-5">
      <Switch
        label="Allow visitors"
        hint="Visitors of invitations and links see what is shared with them. When this is off, none of them sees anything in the room, and nobody invites further ones. Groups are not affected."
        checked={allowVisitors}
        disabled={isDisabled}
        onChange={({ target }) => change.mutate({ allowVisitors: target.checked })}
      />
      <Switch
        label="Allow collaborators of single folders"
        hint="When this is off, only the staff works in the room; collaborators of folders inside see nothing of it."
        checked={allowCollaborators}
        disabled={isDisabled}
        onChange={({ target }) => change.mutate({ allowCollaborators: target.checked })}
      />
    </Card>
  );
}
