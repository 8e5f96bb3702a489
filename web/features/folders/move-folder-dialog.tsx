import { useState } from 'react';
import type { Folder } from '#shared/contracts/folders.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { SaveActions } from '#web/ui/overlays/save-actions.tsx';
import { useMoveFolder } from './api.ts';
import { DraftChoice } from './drafts/draft-choice.tsx';
import { useDraftMove } from './drafts/draft-moves.ts';
import { FolderPicker } from './folder-picker.tsx';

interface MoveFolderDialogProps {
  folder: Folder;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function MoveFolderDialog({ folder, open, onOpenChange }: MoveFolderDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Move Folder"
      description={<span className="break-words">Choose a destination for {folder.name}.</span>}
    >
      <MoveFolderForm folder={folder} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

function MoveFolderForm({ folder, onClose }: { folder: Folder; onClose: () => void }) {
  const moveFolder = useMoveFolder();
  const draftMove = useDraftMove();
  const [parentId, setParentId] = useState(folder.parentId);
  const [isDraft, setDraft] = useState(false);
  const isBusy = moveFolder.isPending || draftMove.isPending;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isDraft && parentId !== null) draftMove.mutate({ folder, to: parentId }, { onSuccess: onClose });
        else moveFolder.mutate({ folder, parentId }, { onSuccess: onClose });
      }}
    >
      <FolderPicker value={parentId} onChange={setParentId} excluded={[folder.id]} />
      {folder.number !== undefined && parentId !== null && (
        <DraftChoice checked={isDraft} onChange={setDraft} />
      )}
      <SaveActions
        label={isBusy ? 'Moving...' : 'Move'}
        disabled={parentId === folder.parentId}
        busy={isBusy}
        onCancel={onClose}
      />
    </form>
  );
}
