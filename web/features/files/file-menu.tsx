import Eye from 'lucide-react/icons/eye';
import FileUp from 'lucide-react/icons/file-up';
import FolderInput from 'lucide-react/icons/folder-input';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { navigate } from 'wouter/use-browser-location';
import type { File } from '#shared/contracts/files.ts';
import type { Actor } from '#shared/policies/actor.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { Dots } from '#web/ui/buttons/dots.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';

interface FileMenuProps {
  actor: Actor;
  file: File;
  onPreview: () => void;
  onRename: () => void;
  onMove: () => void;
  onDelete: () => void;
}

/** Renders the actions that the user may perform on a file; nothing when there are none. */
export function FileMenu({ actor, file, onPreview, onRename, onMove, onDelete }: FileMenuProps) {
  const isPdf = file.fileType === 'pdf';
  const mayRename = filePolicy.rename(actor, file);
  const mayMove = filePolicy.move(actor, file);
  const mayDelete = filePolicy.delete(actor, file);
  const mayReplace = filePolicy.addVersion(actor, file);
  if (!isPdf && !mayReplace && !mayRename && !mayMove && !mayDelete) return null;
  return (
    <Menu trigger={<IconButton icon={Dots} label={`Actions for ${file.name}`} size="small" />}>
      {isPdf && (
        <MenuItem icon={Eye} onSelect={onPreview}>
          Preview
        </MenuItem>
      )}
      {mayRename && (
        <MenuItem icon={Pencil} onSelect={onRename}>
          Rename
        </MenuItem>
      )}
      {mayReplace && (
        <MenuItem icon={FileUp} onSelect={() => navigate(`/file/${file.id}/versions?upload`)}>
          Upload New Version
        </MenuItem>
      )}
      {mayMove && (
        <MenuItem icon={FolderInput} onSelect={onMove}>
          Move
        </MenuItem>
      )}
      {mayDelete && (
        <MenuItem icon={Trash2} danger onSelect={onDelete}>
          Delete
        </MenuItem>
      )}
    </Menu>
  );
}
