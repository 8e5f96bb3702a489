import { createContext, type RefObject, use, useCallback, useEffect } from 'react';
import type { Folder } from '#shared/contracts/folders.ts';
import type { Actor } from '#shared/policies/actor.ts';
import { folderPolicy } from '#shared/policies/folders.ts';
import type { DragItems, DropTarget } from './drag-items.ts';

/** What a drop does; `null` where nothing can be dragged. It must stay the same from drawing to drawing. */
export const DropHandlerContext = createContext<((items: DragItems, place: DropTarget) => void) | null>(null);

const loadAdapter = () => import('./drag-adapter.ts');
let adapter: ReturnType<typeof loadAdapter> | null = null;

/** Nobody drags before a pointer moves over the page, so the library for it does not come with the first load. */
function loadAdapterOnPointerMove(): ReturnType<typeof loadAdapter> {
  adapter ??= new Promise((resolve) => {
    addEventListener('pointerover', resolve, { once: true });
  }).then(loadAdapter);
  return adapter;
}

type Adapter = Awaited<ReturnType<typeof loadAdapter>>;

function attachWhenLoaded(bind: (adapter: Adapter) => () => void): () => void {
  let isReleased = false;
  let release: (() => void) | null = null;
  loadAdapterOnPointerMove().then(
    (loaded) => {
      if (!isReleased) release = bind(loaded);
    },
    // Without the library all that can be dragged can still be moved from its menu.
    () => undefined,
  );
  return () => {
    isReleased = true;
    release?.();
  };
}

/** Makes elements draggable and lets things be dropped on them; what it answers takes both back. */
export function useAttachDragAndDrop() {
  const onDrop = use(DropHandlerContext);
  return useCallback(
    (element: HTMLElement, { source, place }: { source?: DragItems | null; place?: DropTarget | null }) => {
      if (!onDrop || (!source && !place)) return () => undefined;
      if (place) setDropTargetData(element, place);
      const release = attachWhenLoaded(({ attachDragSource, attachDropTarget }) => {
        const releases = [
          source ? attachDragSource(element, source) : null,
          place ? attachDropTarget(element, place, onDrop) : null,
        ];
        return () => {
          for (const each of releases) each?.();
        };
      });
      return () => {
        release();
        clearDropTargetData(element);
      };
    },
    [onDrop],
  );
}

/** As `useAttachDragging`, for one element that is always there. Give it things that stay the same while nothing changes. */
export function useDragAndDrop(
  element: RefObject<HTMLElement | null>,
  source: DragItems | null,
  place: DropTarget | null,
): void {
  const attach = useAttachDragAndDrop();
  useEffect(
    () => (element.current ? attach(element.current, { source, place }) : undefined),
    [attach, element, source, place],
  );
}

/** What may be done to a folder by dragging: it, and things onto it. */
export function getFolderDragAndDrop(
  actor: Actor,
  folder: Folder,
): { source: DragItems | null; place: DropTarget | null } {
  return {
    source: folderPolicy.move(actor, folder) ? { folders: [folder], files: [] } : null,
    place: folderPolicy.addTo(actor, folder) ? folder : null,
  };
}

/** For files from the desktop, which the whole window takes and which go to the place that they are dropped on. */
function setDropTargetData(element: HTMLElement, { id, name }: DropTarget): void {
  element.dataset['folderId'] = String(id);
  element.dataset['folderName'] = name;
}

function clearDropTargetData({ dataset }: HTMLElement): void {
  delete dataset['folderId'];
  delete dataset['folderName'];
}

/** The place that an element is in. */
export function findDropTarget(element: EventTarget | null): DropTarget | null {
  const place = element instanceof Element ? element.closest<HTMLElement>('[data-folder-id]') : null;
  const { folderId, folderName } = place?.dataset ?? {};
  if (folderId === undefined || folderName === undefined) return null;
  return { id: folderId === 'null' ? null : Number(folderId), name: folderName };
}
