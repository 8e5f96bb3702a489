import { useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { FolderPicker } from '#web/features/folders/folder-picker.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx';
import { useMoveFile } from '../api.ts';

export function MoveFileDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const { mutate, isPending } = useMoveFile();
  const [folderId, setFolderId] = useState(file.folderId);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Move File"
      description={<span className="break-words">Choose a destination for {file.name}.</span>}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          mutate({ file, folderId }, { onSuccess: onClose });
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
