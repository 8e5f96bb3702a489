import type { File } from '#shared/contracts/files.ts';
import { MAX_LINK_TARGETS } from '#shared/domain/link-steps.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';

interface LinkFilesDialogProps {
  files: readonly File[];
  onClose: () => void;
}

/** Creates a link to the selected files, or says how many it can open. */
export function LinkFilesDialog({ files, onClose }: LinkFilesDialogProps) {
  if (files.length <= MAX_LINK_TARGETS)
    return <LinkDialog target={{ kind: 'files', files }} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Create Link"
      description={`A link opens at most ${MAX_LINK_TARGETS} folders and files. Select fewer files, or create a link to their folder.`}
    >
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}
