import { useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { FolderPicker } from '#web/features/folders/folder-picker.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx';
import { useMoveFiles } from '../move-files.ts';

interface MoveFilesDialogProps {
  files: readonly File[];
  onClose: () => void;
  onMoved: () => void;
}

export function MoveFilesDialog({ files, onClose, onMoved }: MoveFilesDialogProps) {
  const { mutate, isPending } = useMoveFiles();
  const [folderId, setFolderId] = useState<number | null>(null);
  const isThere = files.every((file) => file.folderId === folderId);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Move Files"
      description={`Choose a destination for ${files.length === 1 ? '1 file' : `${files.length} files`}.`}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          mutate(
            { files, folderId },
            {
              onSuccess: () => {
                onMoved();
                onClose();
              },
            },
          );
        }}
      >
        <FolderPicker value={folderId} onChange={setFolderId} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={isThere} busy={isPending}>
            {isPending ? 'Moving...' : 'Move'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
