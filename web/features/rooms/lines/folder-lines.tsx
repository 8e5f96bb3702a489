import type { File } from '#shared/contracts/files.ts';
import type { Folder } from '#shared/contracts/folders.ts';
import { folderPolicy } from '#shared/policies/folders.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { useRooms } from '#web/features/folders/copies/rooms-query.ts';
import { PlaceholderList } from './placeholder-list.tsx';
import { WithdrawnLines } from './withdrawn-lines.tsx';

interface FolderLinesProps {
  folder: Folder;
  folders: readonly Folder[];
  files: readonly File[];
}

/** Shows the lines of the index of a folder in a room that are neither folders nor files. */
export function FolderLines({ folder, folders, files }: FolderLinesProps) {
  const actor = useActor();
  const rooms = useRooms(actor.kind === 'user');
  const isInRoom = folder.number !== undefined || rooms.data?.some(({ id }) => id === folder.id);
  if (!isInRoom) return null;
  const version = [...folders, ...files].map(({ id }) => id).join();
  const mayChange = folderPolicy.addTo(actor, folder);
  const list = { folderId: folder.id, version };
  return (
    <>
      <PlaceholderList {...list} mayChange={mayChange} />
      {folderPolicy.seeWithdrawnEntries(actor, folder) && <WithdrawnLines {...list} />}
    </>
  );
}
