import { useCallback, useEffect, useRef, useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import type { Folder } from '#shared/contracts/folders.ts';
import { FETCH_FAILURE } from '#web/features/errors/fetch-errors.ts';
import { useFolderTree } from '#web/features/folders/api.ts';
import type { DraggedItems, DropPlace } from '#web/features/folders/drag-and-drop/drag-items.ts';
import { DropHandler } from '#web/features/folders/drag-and-drop/drag-and-drop.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { useFiles } from '#web/features/files/api.ts';
import { ChoosePlaceDialog } from './choose-destination-dialog.tsx';
import { FolderContents } from './folder-contents.tsx';
import { FolderPlaces } from './folder-targets.tsx';
import { PendingList } from './pending-moves-list.tsx';
import { type Movable, type PendingMove, withoutMove } from './pending-moves.ts';
import { useSaveMoves } from './save-moves.ts';
import { usePendingMoves } from './use-pending-moves.ts';

/** Moves many things at once: what is dragged here is moved only when it is saved. */
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
        <Notice tone="danger">{folders.error ? FETCH_FAILURE.folderTree : FETCH_FAILURE.files}</Notice>
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

function Organizer({ folders, files, onClose }: OrganizerProps) {
  const [openId, setOpenId] = useState<number | null>(null);
  const [asked, setAsked] = useState<Movable | null>(null);
  const { moves, setMoves, add, drop } = usePendingMoves({ folders, files });
  const save = useSaveMoves();
  const latestDrop = useRef(drop);
  useEffect(() => {
    latestDrop.current = drop;
  });
  const onDrop = useCallback((items: DraggedItems, place: DropPlace) => latestDrop.current(items, place), []);

  const nameOf = (type: PendingMove['itemType'], id: number | null): string => {
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

  return (
    <DropHandler value={onDrop}>
      <div className="flex flex-col gap-4">
        <div className="grid gap-2 md:grid-cols-2">
          <FolderPlaces {...{ folders, openId }} onOpen={setOpenId} />
          <FolderContents
            {...{ folders, files, openId, moves, nameOf }}
            onOpen={setOpenId}
            onMove={setAsked}
          />
        </div>
        <PendingList
          {...{ moves, nameOf }}
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
      {asked && (
        <ChoosePlaceDialog
          name={nameOf(asked.itemType, asked.itemId)}
          homeId={asked.homeId}
          onChoose={(targetFolderId) => add({ ...asked, targetFolderId })}
          onClose={() => setAsked(null)}
        />
      )}
    </DropHandler>
  );
}
