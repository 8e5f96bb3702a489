import type { Folder } from '#shared/contracts/folders.ts';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { useLeaveFolder } from './folder-changes.ts';

interface LeaveFolderDialogProps {
  folder: Pick<Folder, 'id' | 'name' | 'parentId'>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function LeaveFolderDialog({ folder, open, onOpenChange }: LeaveFolderDialogProps) {
  const leaveFolder = useLeaveFolder();
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Leave Folder?"
      description={
        <>
          You lose access to <strong className="break-words font-medium text-ink">{folder.name}</strong> and
          everything in it, and so do the people to whom you gave access. What you added stays in the folder.
        </>
      }
      confirmLabel={leaveFolder.isPending ? 'Leaving...' : 'Leave'}
      busy={leaveFolder.isPending}
      onConfirm={() => leaveFolder.mutate(folder, { onSettled: () => onOpenChange(false) })}
    />
  );
}
