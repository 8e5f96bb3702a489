import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import FolderArchive from 'lucide-react/icons/folder-archive';
import FolderInput from 'lucide-react/icons/folder-input';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import type { Folder } from '#shared/contracts/folders.ts';
import { folderPolicy } from '#shared/policies/folders.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { urlOf } from '#web/lib/http/call.ts';
import { saveFromAddress } from '#web/lib/browser/download.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';

export type FolderDeed = 'rename' | 'move' | 'delete';

interface FolderActionsProps {
  folder: Folder;
  onChoose: (deed: FolderDeed, folder: Folder) => void;
}

/** The menu of a folder, with what its viewer may do; nothing when that is nothing. */
export function FolderActions({ folder, onChoose }: FolderActionsProps) {
  const actor = useActor();
  const may = {
    download: folderPolicy.download(actor, folder),
    rename: folderPolicy.rename(actor, folder),
    move: folderPolicy.move(actor, folder),
    delete: folderPolicy.delete(actor, folder),
  };
  if (!Object.values(may).some(Boolean)) return null;
  return (
    <Menu trigger={<IconButton icon={EllipsisVertical} label={`Actions for ${folder.name}`} size="small" />}>
      {may.rename && (
        <MenuItem icon={Pencil} onSelect={() => onChoose('rename', folder)}>
          Rename
        </MenuItem>
      )}
      {may.move && (
        <MenuItem icon={FolderInput} onSelect={() => onChoose('move', folder)}>
          Move
        </MenuItem>
      )}
      {may.download && (
        <MenuItem
          icon={FolderArchive}
          onSelect={() =>
            saveFromAddress(urlOf('GET /api/folders/:id/archive', { params: { id: folder.id } }))
          }
        >
          Download as zip
        </MenuItem>
      )}
      {may.delete && (
        <MenuItem icon={Trash2} danger onSelect={() => onChoose('delete', folder)}>
          Delete
        </MenuItem>
      )}
    </Menu>
  );
}
