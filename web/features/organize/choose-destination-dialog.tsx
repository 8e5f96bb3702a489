import { useState } from 'react';
import type { DropTarget } from '#web/features/folders/drag-and-drop/drag-items.ts';
import { FolderPicker } from '#web/features/folders/folder-picker.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx';

interface ChooseDestinationDialogProps {
  name: string;
  currentFolderId: DropTarget['id'];
  onChoose: (id: DropTarget['id']) => void;
  onClose: () => void;
}

/** Selects the destination of an item without dragging. */
export function ChooseDestinationDialog({
  name,
  currentFolderId,
  onChoose,
  onClose,
}: ChooseDestinationDialogProps) {
  const [id, setId] = useState(currentFolderId);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Choose Destination"
      description={<span className="break-words">Where should {name} go?</span>}
    >
      <FolderPicker value={id} onChange={setId} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          disabled={id === currentFolderId}
          onClick={() => {
            onChoose(id);
            onClose();
          }}
        >
          Choose
        </Button>
      </DialogActions>
    </Dialog>
  );
}
