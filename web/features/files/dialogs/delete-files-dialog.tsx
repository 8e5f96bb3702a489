import type { File } from '#shared/contracts/files.ts';
import { isLong } from '#web/lib/http/batches.ts';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { useDeleteFiles } from '../bulk-actions.ts';
import { formatFileCount } from '../describe-outcome.ts';
import { useDeleteFile } from '../file-changes.ts';

interface DeleteFilesDialogProps {
  files: readonly File[];
  onClose: () => void;
  /** Receives the deleted files: fewer than all if some could not be deleted. */
  onDeleted: (files: readonly File[]) => void;
}

export function DeleteFilesDialog({ files, onClose, onDeleted }: DeleteFilesDialogProps) {
  const { mutate, isPending } = useDeleteFiles(onDeleted);
  const [first] = files;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Delete Files"
      description={
        <>
          Delete{' '}
          <strong className="break-words font-medium text-ink">
            {files.length === 1 ? first?.name : formatFileCount(files)}
          </strong>
          ? {files.length === 1 ? 'It goes' : 'They go'} away for everyone who can see{' '}
          {files.length === 1 ? 'it' : 'them'}.
        </>
      }
      confirmLabel={isPending ? 'Deleting...' : 'Delete'}
      onConfirm={() => {
        mutate(files, { onSettled: onClose });
        // The page stays usable, and a toast shows the progress.
        if (isLong(files)) onClose();
      }}
      busy={isPending}
    />
  );
}

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
