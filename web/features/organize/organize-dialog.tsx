import { useMemo, useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import type { Folder } from '#shared/contracts/folders.ts';
import { FETCH_ERRORS } from '#web/features/errors/fetch-errors.ts';
import { useFiles } from '#web/features/files/api.ts';
import { useFolderTree } from '#web/features/folders/api.ts';
import { DropHandlerContext } from '#web/features/folders/drag-and-drop/drag-and-drop.ts';
import type { DropTarget } from '#web/features/folders/drag-and-drop/drag-items.ts';
import { FolderPicker } from '#web/features/folders/folder-picker.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { useStableCallback } from '#web/ui/lists/stable-callback.ts';
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx';
import { FolderContents } from './folder-contents.tsx';
import { FolderTargets } from './folder-targets.tsx';
import { OrderProvider } from './order/order-provider.tsx';
import { type MovableItem, type PendingMove, withoutMove } from './pending-moves.ts';
import { PendingMovesList } from './pending-moves-list.tsx';
import { useSaveMoves } from './save-moves.ts';
import { usePendingMoves } from './use-pending-moves.ts';

interface ChooseDestinationDialogProps {
  name: string;
  currentFolderId: DropTarget['id'];
  onChoose: (id: DropTarget['id']) => void;
  onClose: () => void;
}

/** Selects the destination of an item without dragging. */
function ChooseDestinationDialog({ name, currentFolderId, onChoose, onClose }: ChooseDestinationDialogProps) {
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

/** Collects moves by drag and drop and applies them on Save Changes. */
export function OrganizeDialog({ onClose }: { onClose: () => void }) {
  const folders = useFolderTree();
  const files = useFiles(undefined);
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title="Organize Folders & Files"
      description="Drag items onto folders. Nothing is moved until you save changes."
    >
      {folders.data && files.data ? (
        <Organizer folders={folders.data} files={files.data} onClose={onClose} />
      ) : folders.error || files.error ? (
        <Notice tone="danger">{folders.error ? FETCH_ERRORS.folderTree : FETCH_ERRORS.files}</Notice>
      ) : (
        <Skeleton className="h-72" />
      )}
    </Dialog>
  );
}

interface OrganizerProps {
  folders: readonly Folder[];
  files: readonly File[];
  onClose: () => void;
}

const NO_FILES: readonly File[] = [];

function Organizer({ folders, files, onClose }: OrganizerProps) {
  const [openId, setOpenId] = useState<number | null>(null);
  const [movingItem, setMovingItem] = useState<MovableItem | null>(null);
  const { moves, setMoves, add, drop } = usePendingMoves({ folders, files });
  const save = useSaveMoves();
  const openFolder = folders.find(({ id }) => id === openId);
  const isInRoom = openFolder?.number !== undefined || openFolder?.roomState !== undefined;
  const inside = useMemo(() => folders.filter(({ parentId }) => parentId === openId), [folders, openId]);
  const { data: numbered = NO_FILES } = useFiles(openId, { enabled: isInRoom });
  const onDrop = useStableCallback(drop);

  const getName = (type: PendingMove['itemType'], id: number | null): string => {
    if (id === null) return 'Home';
    return (type === 'folder' ? folders : files).find((each) => each.id === id)?.name ?? `${type} ID ${id}`;
  };
  const submit = () => {
    if (moves.length === 0) {
      toast({
        title: 'No Changes',
        description: 'No items were moved. Try dragging folders or files first.',
        variant: 'info',
      });
      return;
    }
    save.mutate(moves, {
      onSuccess: (failed) => (failed.length === 0 ? onClose() : setMoves(failed)),
    });
  };

  const contents = (
    <FolderContents
      {...{ folders, files, openId, numbered, isInRoom, moves, getName }}
      onOpen={setOpenId}
      onMove={setMovingItem}
    />
  );
  return (
    <DropHandlerContext value={onDrop}>
      <div className="flex flex-col gap-4">
        <div className="grid gap-2 md:grid-cols-2">
          <FolderTargets {...{ folders, openId }} onOpen={setOpenId} />
          {openFolder && isInRoom ? (
            <OrderProvider folder={openFolder} folders={inside} files={numbered}>
              {contents}
            </OrderProvider>
          ) : (
            contents
          )}
        </div>
        {isInRoom && (
          <p className="text-ink-muted">
            Drag an entry between two others, or press Alt with the arrow keys, to change the order. It counts
            at once.
          </p>
        )}
        <PendingMovesList
          {...{ moves, getName }}
          disabled={save.isPending}
          onCancel={(move) => setMoves(withoutMove(moves, move))}
        />
      </div>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" busy={save.isPending} onClick={submit}>
          {save.isPending ? 'Saving...' : 'Save Changes'}
        </Button>
      </DialogActions>
      {movingItem && (
        <ChooseDestinationDialog
          name={getName(movingItem.itemType, movingItem.itemId)}
          currentFolderId={movingItem.currentFolderId}
          onChoose={(targetFolderId) => add({ ...movingItem, targetFolderId })}
          onClose={() => setMovingItem(null)}
        />
      )}
    </DropHandlerContext>
  );
}
