import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import FolderInput from 'lucide-react/icons/folder-input';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import type { Folder } from '#shared/contracts/folders.ts';
import { folderPolicy } from '#shared/policies/folders.ts';
import { useActor } from '#web/features/auth/actor.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';

export type FolderDeed = 'rename' | 'move' | 'delete';

interface FolderActionsProps {
  folder: Folder;
  onChoose: (deed: FolderDeed, folder: Folder) => void;
}

/** The menu of a folder, with what its viewer may do; nothing when that is nothing. */
export function FolderActions({ folder, onChoose }: FolderActionsProps) {
  const actor = useActor();
  const may = {
    rename: folderPolicy.rename(actor, folder),
    move: folderPolicy.move(actor, folder),
    delete: folderPolicy.delete(actor, folder),
  };
  if (!may.rename && !may.move && !may.delete) return null;
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
      {may.delete && (
        <MenuItem icon={Trash2} danger onSelect={() => onChoose('delete', folder)}>
          Delete
        </MenuItem>
      )}
    </Menu>
  );
}
