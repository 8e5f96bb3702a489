import { useMemo, useState } from 'react';
import type { InboxFile } from '#shared/contracts/rooms/inbox.ts';
import { useFolderTree } from '#web/features/folders/api.ts';
import { FolderPicker } from '#web/features/folders/folder-picker.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { SaveActions } from '#web/ui/overlays/save-actions.tsx';
import { useAcceptFiles } from './inbox-api.ts';

interface AcceptIntoDialogProps {
  roomId: number;
  groupId: number;
  files: readonly InboxFile[];
  onClose: () => void;
}

/** Takes files of an inbox into another folder of the room than the one that they were sent to. */
export function AcceptIntoDialog({ roomId, groupId, files, onClose }: AcceptIntoDialogProps) {
  const { data: nodes } = useFolderTree();
  const accept = useAcceptFiles(groupId);
  const [folderId, setFolderId] = useState<number | null>(null);
  const outside = useMemo(
    () => nodes?.flatMap(({ id, parentId }) => (parentId === null && id !== roomId ? id : [])) ?? [],
    [nodes, roomId],
  );
  const [first] = files;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Accept Into Another Folder"
      description={files.length === 1 && first ? first.name : `${files.length} files`}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (folderId !== null)
            accept.mutate({ fileIds: files.map(({ id }) => id), folderId }, { onSuccess: onClose });
        }}
      >
        <FolderPicker
          value={folderId}
          onChange={setFolderId}
          excluded={outside}
          rootLabel={null}
          label="Folder"
        />
        <SaveActions label="Accept" disabled={folderId === null} busy={accept.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
