import type { Folder } from '#shared/contracts/folders.ts';
import { CopyToRoomDialog } from './copy-to-room-dialog.tsx';

interface CopyFolderDialogProps {
  folder: Folder;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export const CopyFolderDialog = ({ folder, ...dialog }: CopyFolderDialogProps) => (
  <CopyToRoomDialog
    {...dialog}
    entries={[{ kind: 'folder', id: folder.id }]}
    name={`“${folder.name}”`}
    folderIds={[folder.parentId]}
  />
);
