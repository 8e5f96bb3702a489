import Copy from 'lucide-react/icons/copy';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import FolderArchive from 'lucide-react/icons/folder-archive';
import FolderInput from 'lucide-react/icons/folder-input';
import LogOut from 'lucide-react/icons/log-out';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import type { Folder } from '#shared/contracts/folders.ts';
import { folderPolicy } from '#shared/policies/folders.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { downloadUrl } from '#web/lib/browser/download.ts';
import { buildUrl } from '#web/lib/http/call.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';
import { useCopyTargets } from './copies/use-copy-targets.ts';

export type FolderAction = 'rename' | 'move' | 'copy' | 'leave' | 'delete';

interface FolderMenuProps {
  folder: Folder;
  onChoose: (action: FolderAction, folder: Folder) => void;
}

/** Renders the actions that the user may perform on a folder; nothing when there are none. */
export function FolderMenu({ folder, onChoose }: FolderMenuProps) {
  const actor = useActor();
  const targets = useCopyTargets();
  const can = {
    download: folderPolicy.download(actor, folder),
    rename: folderPolicy.rename(actor, folder),
    move: folderPolicy.move(actor, folder),
    // Only folders in a room have a number.
    copy: targets.length > 1 && folder.number !== undefined && folderPolicy.manageAccess(actor, folder),
    // The folder that was shared has no parent that the user may see; access to those below it comes from it.
    leave: folder.parentId === null && folderPolicy.leave(actor, folder),
    delete: folderPolicy.delete(actor, folder),
  };
  if (!Object.values(can).some(Boolean)) return null;
  return (
    <Menu trigger={<IconButton icon={EllipsisVertical} label={`Actions for ${folder.name}`} size="small" />}>
      {can.rename && (
        <MenuItem icon={Pencil} onSelect={() => onChoose('rename', folder)}>
          Rename
        </MenuItem>
      )}
      {can.move && (
        <MenuItem icon={FolderInput} onSelect={() => onChoose('move', folder)}>
          Move
        </MenuItem>
      )}
      {can.copy && (
        <MenuItem icon={Copy} onSelect={() => onChoose('copy', folder)}>
          Copy to Another Room
        </MenuItem>
      )}
      {can.download && (
        <MenuItem
          icon={FolderArchive}
          onSelect={() =>
            downloadUrl(buildUrl('GET /api/folders/:id/archive', { params: { id: folder.id } }))
          }
        >
          Download as ZIP
        </MenuItem>
      )}
      {can.leave && (
        <MenuItem icon={LogOut} danger onSelect={() => onChoose('leave', folder)}>
          Leave
        </MenuItem>
      )}
      {can.delete && (
        <MenuItem icon={Trash2} danger onSelect={() => onChoose('delete', folder)}>
          Delete
        </MenuItem>
      )}
    </Menu>
  );
}
