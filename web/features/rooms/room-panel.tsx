import { useId } from 'react';
import type { Folder } from '#shared/contracts/folders.ts';
import { roomPolicy } from '#shared/policies/rooms.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { FailedList } from '#web/features/errors/failed-list.tsx';
import { useRooms } from '#web/features/folders/copies/rooms-query.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { useCreateRoom, useFolderGroups } from './api.ts';
import { describeGroups } from './groups/describe-groups.ts';

/** Says which groups see a folder, and on a root folder leads to its groups and permissions. For the staff of a room. */
export function RoomPanel({ folder }: { folder: Folder }) {
  const actor = useActor();
  const headingId = useId();
  const rooms = useRooms().data;
  const list = useFolderGroups(folder.id, rooms !== undefined && rooms.length > 0);
  const groups = list.data ?? [];
  if (!rooms) return null;
  const isRoot = folder.parentId === null;
  const isRoom = rooms.some(({ id }) => id === folder.id);
  const mayCreate = isRoot && !isRoom && roomPolicy.manage(actor, folder);
  if (!isRoom && !mayCreate && groups.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-2">
      <h3 id={headingId} className="font-medium">
        Groups
      </h3>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <FailedList lists={[list]} summary="The groups that see this folder could not be loaded" />
        {/* Until the groups are loaded, it must not say that only the staff see the room. */}
        {(list.data || !isRoom) && (
          <p className={groups.length > 0 ? 'wrap-anywhere' : 'text-ink-muted'}>
            {isRoom || groups.length > 0
              ? describeGroups(folder.roomState ?? 'open', groups)
              : 'Create a group for each party to show it different folders.'}
          </p>
        )}
        {isRoom && (
          <div className="flex flex-wrap gap-2">
            <ButtonLink href={`/rooms/${folder.id}/groups`}>Groups</ButtonLink>
            <ButtonLink href={`/rooms/${folder.id}/permissions`}>Permissions</ButtonLink>
            <ButtonLink href={`/rooms/${folder.id}/publish`}>Publish</ButtonLink>
            <ButtonLink href={`/rooms/${folder.id}/index`}>Index</ButtonLink>
            <ButtonLink href={`/rooms/${folder.id}/requests`}>Requests</ButtonLink>
            <ButtonLink href={`/rooms/${folder.id}/settings`}>Settings</ButtonLink>
          </div>
        )}
        {mayCreate && <CreateRoomButton folderId={folder.id} />}
      </div>
    </section>
  );
}

function CreateRoomButton({ folderId }: { folderId: number }) {
  const create = useCreateRoom();
  return (
    <Button busy={create.isPending} onClick={() => create.mutate(folderId)}>
      Make This Folder a Room
    </Button>
  );
}
