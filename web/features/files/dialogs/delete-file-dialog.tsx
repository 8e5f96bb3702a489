import type { File } from '#shared/contracts/files.ts';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { useDeleteFile } from '../api.ts';

interface DeleteFileDialogProps {
  file: File;
  onClose: () => void;
  onDeleted: (file: File) => void;
}

export function DeleteFileDialog({ file, onClose, onDeleted }: DeleteFileDialogProps) {
  const { mutate, isPending } = useDeleteFile(onDeleted);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Delete File"
      description={
        <>
          Delete <strong className="break-words font-medium text-ink">{file.name}</strong>? It will be removed
          for everyone with access.
        </>
      }
      confirmLabel={isPending ? 'Deleting...' : 'Delete'}
      onConfirm={() => mutate(file, { onSettled: onClose })}
      busy={isPending}
    />
  );
}
