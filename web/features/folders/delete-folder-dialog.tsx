import type { Folder } from '#shared/contracts/folders.ts';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { useDeleteFolder } from './folder-changes.ts';

interface DeleteFolderDialogProps {
  folder: Pick<Folder, 'id' | 'name' | 'parentId'>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function DeleteFolderDialog({ folder, open, onOpenChange }: DeleteFolderDialogProps) {
  const deleteFolder = useDeleteFolder();
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete Folder?"
      description={
        <>
          <strong className="break-words font-medium text-ink">{folder.name}</strong> and everything in it,
          files and folders, will be deleted.
        </>
      }
      confirmLabel={deleteFolder.isPending ? 'Deleting...' : 'Delete'}
      busy={deleteFolder.isPending}
      onConfirm={() => deleteFolder.mutate(folder, { onSettled: () => onOpenChange(false) })}
    />
  );
}
