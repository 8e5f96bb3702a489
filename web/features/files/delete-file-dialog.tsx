import type { File } from '#shared/contracts/files.ts';
import { toastFailure } from '#web/features/auth/toast-failure.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { useDeleteFile } from './api.ts';

interface DeleteFileDialogProps {
  file: File;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteFileDialog({ file, onClose, onDeleted }: DeleteFileDialogProps) {
  const { mutate, isPending } = useDeleteFile();
  const confirm = () =>
    mutate(file, {
      onSuccess: () => {
        toast({ title: 'File deleted', description: file.name, variant: 'success' });
        onDeleted();
        onClose();
      },
      onError: (error) => {
        toastFailure('Failed to delete file. Please try again.', error);
        onClose();
      },
    });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Delete File"
      description={
        <>
          Delete <strong className="break-words font-medium text-ink">{file.name}</strong>? It goes away for
          everyone who can see it.
        </>
      }
      confirmLabel={isPending ? 'Deleting...' : 'Delete'}
      onConfirm={confirm}
      busy={isPending}
    />
  );
}
