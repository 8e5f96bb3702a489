import { useMemo, useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import type { Folder } from '#shared/contracts/folders.ts';
import { FETCH_ERRORS } from '#web/features/errors/fetch-errors.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { useFiles } from '#web/features/files/api.ts';
import { useFolderTree } from '#web/features/folders/api.ts';
import { DropHandlerContext } from '#web/features/folders/drag-and-drop/drag-and-drop.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { RestoredNotice } from '#web/ui/forms/restored-notice.tsx';
import { useStableCallback } from '#web/ui/lists/stable-callback.ts';
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx';
import { DISCARD_CHANGES, useKeepOpen, useLossQuestion } from '#web/ui/overlays/unsaved.ts';
import { ChooseDestinationDialog } from './choose-destination-dialog.tsx';
import { FolderContents } from './folder-contents.tsx';
import { FolderTargets } from './folder-targets.tsx';
import { OrderProvider } from './order/order-provider.tsx';
import { type MovableItem, type PendingMove, withoutMove } from './pending-moves.ts';
import { PendingMovesList } from './pending-moves-list.tsx';
import { useSaveMoves } from './save-moves.ts';
import { usePendingMoves } from './use-pending-moves.ts';

/** Collects moves by drag and drop and applies them on Save Changes. */
export function OrganizeDialog({ onClose }: { onClose: () => void }) {
  const folders = useFolderTree();
  const files = useFiles(undefined);
  const failed = [folders, files].find(({ error, data }) => error && !data);
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
      ) : failed?.error ? (
        <LoadError
          error={failed.error}
          summary={folders.error ? FETCH_ERRORS.folderTree : FETCH_ERRORS.files}
          onRetry={() => void failed.refetch()}
        />
      ) : (
        // The tree and the folder beside it.
        <div aria-hidden="true" className="grid gap-4 sm:grid-cols-2">
          <ListSkeleton />
          <ListSkeleton />
        </div>
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
const NO_CHANGES = {
  title: 'No Changes',
  description: 'No items were moved. Try dragging folders or files first.',
  variant: 'info',
} as const;
const refuseWhileSaving = () =>
  toast({
    title: 'Saving Changes',
    description: 'Move further items once the changes are saved.',
    variant: 'info',
  });

function Organizer({ folders, files, onClose }: OrganizerProps) {
  const [openId, setOpenId] = useState<number | null>(null);
  const [movingItem, setMovingItem] = useState<MovableItem | null>(null);
  const { moves, setMoves, add, drop, wasRestored } = usePendingMoves({ folders, files });
  useLossQuestion(moves.length > 0 ? DISCARD_CHANGES : null);
  const { openFolder, isInRoom, inside, numbered } = useOpenFolder(folders, openId);
  const { submit, isSaving } = useSubmit(moves, { onSaved: onClose, onFailed: setMoves });
  useKeepOpen(isSaving);
  // The moves that are being sent no longer change.
  const onDrop = useStableCallback(isSaving ? refuseWhileSaving : drop);

  const getName = (type: PendingMove['itemType'], id: number | null): string =>
    nameOf(type === 'folder' ? folders : files, type, id);
  const contents = (
    <FolderContents
      {...{ folders, files, openId, numbered, isInRoom, moves, getName }}
      onOpen={setOpenId}
      onMove={isSaving ? refuseWhileSaving : setMovingItem}
    />
  );
  return (
    <DropHandlerContext value={onDrop}>
      {wasRestored && moves.length > 0 && <RestoredNotice />}
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
        {isInRoom && <OrderHint />}
        <PendingMovesList
          {...{ moves, getName }}
          disabled={isSaving}
          onCancel={(move) => setMoves(withoutMove(moves, move))}
        />
      </div>
      <DialogActions>
        <Button disabled={isSaving} onClick={onClose}>
          Cancel
        </Button>
        <Button variant="primary" busy={isSaving} onClick={submit}>
          {isSaving ? 'Saving...' : 'Save Changes'}
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

function OrderHint() {
  return (
    <p className="text-ink-muted">
      Drag an entry between two others, or press Alt with the arrow keys, to change the order. It counts at
      once.
    </p>
  );
}

/** Returns the folder whose content is shown, `undefined` for the root, and what an order in a room needs. */
function useOpenFolder(folders: readonly Folder[], openId: number | null) {
  const openFolder = folders.find(({ id }) => id === openId);
  const isInRoom = openFolder?.number !== undefined || openFolder?.roomState !== undefined;
  const inside = useMemo(() => folders.filter(({ parentId }) => parentId === openId), [folders, openId]);
  const { data: numbered = NO_FILES } = useFiles(openId, { enabled: isInRoom });
  return { openFolder, isInRoom, inside, numbered };
}

function nameOf(items: readonly (File | Folder)[], type: PendingMove['itemType'], id: number | null): string {
  if (id === null) return 'Home';
  return items.find((each) => each.id === id)?.name ?? `${type} ID ${id}`;
}

interface SubmitEnds {
  onSaved: () => void;
  /** Receives the moves that failed. */
  onFailed: (moves: PendingMove[]) => void;
}

/** Saves the moves, if there are any. */
function useSubmit(moves: readonly PendingMove[], { onSaved, onFailed }: SubmitEnds) {
  const save = useSaveMoves();
  const submit = () => {
    if (moves.length === 0) {
      toast(NO_CHANGES);
      return;
    }
    save.mutate(moves, {
      onSuccess: (failed) => (failed.length === 0 ? onSaved() : onFailed(failed)),
    });
  };
  return { submit, isSaving: save.isPending };
}
