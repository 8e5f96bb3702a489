import { useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { DraftChoice } from '#web/features/folders/drafts/draft-choice.tsx';
import { useDraftMove } from '#web/features/folders/drafts/draft-moves.ts';
import { FolderPicker } from '#web/features/folders/folder-picker.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx';
import { getIds, useMoveFiles } from '../move-files.ts';

interface MoveFilesDialogProps {
  files: readonly File[];
  onClose: () => void;
  onMoved: () => void;
}

export function MoveFilesDialog({ files, onClose, onMoved }: MoveFilesDialogProps) {
  const { mutate, isPending } = useMoveFiles();
  const draftMove = useDraftMove();
  const [folderId, setFolderId] = useState<number | null>(null);
  const [isDraft, setDraft] = useState(false);
  const isBusy = isPending || draftMove.isPending;
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
          const onSuccess = () => {
            onMoved();
            onClose();
          };
          if (isDraft && folderId !== null)
            draftMove.mutate({ fileIds: getIds(files), to: folderId }, { onSuccess });
          else mutate({ files, folderId }, { onSuccess });
        }}
      >
        <FolderPicker value={folderId} onChange={setFolderId} />
        {folderId !== null && files.every(({ isInRoom }) => isInRoom) && (
          <DraftChoice checked={isDraft} onChange={setDraft} />
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={isThere} busy={isBusy}>
            {isBusy ? 'Moving...' : 'Move'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
