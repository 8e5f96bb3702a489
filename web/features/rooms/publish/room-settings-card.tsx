import { Switch } from '#web/ui/forms/switch.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useRoom, useRoomSettings } from '../api.ts';

/** The settings of a room, for its managers. */
export function RoomSettingsCard({ roomId }: { roomId: number }) {
  const room = useRoom(roomId).data;
  const change = useRoomSettings(roomId);
  if (!room) return null;
  return (
    <Card className="flex flex-col gap-4 p-4">
      <Switch
        label="New files and folders are drafts"
        hint="They are visible to the staff of the room only, until they are published."
        checked={room.settings.draftUploads || room.settings.publicationApproval}
        disabled={room.settings.publicationApproval}
        busy={change.isPending}
        onChange={({ target }) => change.mutate({ draftUploads: target.checked })}
      />
      <Switch
        label="A second manager approves publications"
        hint="Another manager than the one who asks. Moves, permissions and new versions that give groups more are then drafts first."
        checked={room.settings.publicationApproval}
        busy={change.isPending}
        onChange={({ target }) => change.mutate({ publicationApproval: target.checked })}
      />
      <Switch
        label="Emails about changes name files"
        hint="Otherwise they contain counts and index numbers only."
        checked={room.settings.namesInMails}
        busy={change.isPending}
        onChange={({ target }) => change.mutate({ namesInMails: target.checked })}
      />
    </Card>
  );
}
