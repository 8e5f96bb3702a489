import { useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { toastFailure } from '#web/features/auth/toast-failure.ts';
import { FolderPicker } from '#web/features/folders/folder-picker.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { useMoveFile } from './api.ts';

export function MoveFileDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const { mutate, isPending } = useMoveFile();
  const [folderId, setFolderId] = useState(file.folderId);
  const move = () =>
    mutate(
      { file, folderId },
      {
        onSuccess: () => {
          toast({ title: 'File moved', description: file.name, variant: 'success' });
          onClose();
        },
        onError: (error) => toastFailure('Failed to move file', error),
      },
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Move File"
      description={<span className="break-words">Choose a new place for {file.name}.</span>}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          move();
        }}
      >
        <FolderPicker value={folderId} onChange={setFolderId} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={folderId === file.folderId} busy={isPending}>
            {isPending ? 'Moving...' : 'Move'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
