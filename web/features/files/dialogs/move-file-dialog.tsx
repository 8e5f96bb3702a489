import { useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { FolderPicker } from '#web/features/folders/folder-picker.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { SaveActions } from '#web/ui/overlays/save-actions.tsx';
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
        <SaveActions
          label={isPending ? 'Moving...' : 'Move'}
          disabled={folderId === file.folderId}
          busy={isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
