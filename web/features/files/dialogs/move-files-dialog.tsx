import { useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { DraftChoice } from '#web/features/folders/drafts/draft-choice.tsx';
import { useDraftMove } from '#web/features/folders/drafts/draft-moves.ts';
import { FolderPicker } from '#web/features/folders/folder-picker.tsx';
import { isLong } from '#web/lib/http/batches.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { SaveActions } from '#web/ui/overlays/save-actions.tsx';
import { formatFileCount } from '../describe-outcome.ts';
import { getIds, moveTo, useMoveFiles } from '../move-files.ts';

interface MoveFilesDialogProps {
  files: readonly File[];
  onClose: () => void;
  onMoved: () => void;
  /** Receives the files that were moved while the page was usable. */
  onDeselect: (files: readonly File[]) => void;
}

export function MoveFilesDialog({ files, onClose, onMoved, onDeselect }: MoveFilesDialogProps) {
  const { mutate, mutateAsync, isPending } = useMoveFiles();
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
      description={`Choose a destination for ${formatFileCount(files)}.`}
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
          else if (isLong(files)) {
            // The page stays usable, and a toast shows the progress. What was not moved stays selected.
            mutateAsync(moveTo(files, folderId)).then(
              ({ done }) => onDeselect(done.map(({ file }) => file)),
              () => undefined, // reported by the mutation
            );
            onClose();
          } else mutate(moveTo(files, folderId), { onSuccess });
        }}
      >
        <FolderPicker value={folderId} onChange={setFolderId} />
        {folderId !== null && files.every(({ isInRoom }) => isInRoom) && (
          <DraftChoice checked={isDraft} onChange={setDraft} />
        )}
        <SaveActions
          label={isBusy ? 'Moving...' : 'Move'}
          disabled={isThere}
          busy={isBusy}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
