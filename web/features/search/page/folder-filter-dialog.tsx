import { useState } from 'react';
import { FolderPicker } from '#web/features/folders/folder-picker.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx';

interface FolderFilterDialogProps {
  value: number | undefined;
  onChoose: (folderId: number | undefined) => void;
  onClose: () => void;
}

/** Chooses the folder that a search is limited to, with the folders below it. */
export function FolderFilterDialog({ value, onChoose, onClose }: FolderFilterDialogProps) {
  const [chosen, setChosen] = useState(value ?? null);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Search in a Folder"
      description="The folders below it are searched as well."
    >
      <FolderPicker value={chosen} onChange={setChosen} rootLabel="All folders" label="Folder" />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" onClick={() => onChoose(chosen ?? undefined)}>
          Search Here
        </Button>
      </DialogActions>
    </Dialog>
  );
}
