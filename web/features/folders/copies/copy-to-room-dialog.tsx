import { useState } from 'react';
import type { CopiedEntry } from '#shared/contracts/rooms/copies.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx';
import { SaveActions } from '#web/ui/overlays/save-actions.tsx';
import { useFolderTree } from '../api.ts';
import { findRoot } from '../find-root.ts';
import { FolderPicker } from '../folder-picker.tsx';
import { useCopyTargets } from './use-copy-targets.ts';
import { useCopyToRoom } from './use-copy-to-room.ts';

interface CopyToRoomDialogProps {
  entries: CopiedEntry[];
  /** A phrase that names the entries. */
  name: string;
  /** The folders that the entries are in. */
  folderIds: readonly (number | null)[];
  open?: boolean;
  onOpenChange: (open: boolean) => void;
  onAccepted?: () => void;
}

/** Asks for a folder of another room, and copies entries of a room there. */
export function CopyToRoomDialog({ open = true, onOpenChange, name, ...form }: CopyToRoomDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Copy to Another Room"
      description={
        <span className="break-words">
          {`Choose where to copy ${name}. Only current versions are copied, without permissions, links and views.`}
        </span>
      }
    >
      <CopyToRoomForm {...form} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

type CopyToRoomFormProps = Pick<CopyToRoomDialogProps, 'entries' | 'folderIds' | 'onAccepted'> & {
  onClose: () => void;
};

function CopyToRoomForm({ entries, folderIds, onAccepted, onClose }: CopyToRoomFormProps) {
  const { mutate, isPending } = useCopyToRoom();
  const { data: nodes } = useFolderTree();
  const targets = useCopyTargets();
  const [folderId, setFolderId] = useState<number | null>(null);
  const rooms = nodes ? new Set(folderIds.map((id) => findRoot(nodes, id))) : new Set<number>();
  const [roomId] = rooms;
  const excluded = (nodes ?? []).flatMap(({ id, parentId }) =>
    parentId === null && (rooms.has(id) || !targets.includes(id)) ? id : [],
  );
  if (rooms.size > 1)
    return (
      <>
        <Notice tone="warning">The selection is from several rooms. Select files of one room.</Notice>
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
        </DialogActions>
      </>
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (roomId === undefined || folderId === null) return;
        const accept = () => {
          onAccepted?.();
          onClose();
        };
        mutate({ roomId, entries, folderId, onAccepted: accept });
      }}
    >
      <FolderPicker value={folderId} onChange={setFolderId} excluded={excluded} rootLabel={null} />
      <SaveActions
        label={isPending ? 'Copying...' : 'Copy'}
        disabled={folderId === null}
        busy={isPending}
        onCancel={onClose}
      />
    </form>
  );
}
