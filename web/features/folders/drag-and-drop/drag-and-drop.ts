import { createContext, type RefObject, use, useCallback, useEffect } from 'react';
import type { Folder } from '#shared/contracts/folders.ts';
import type { Actor } from '#shared/policies/actor.ts';
import { folderPolicy } from '#shared/policies/folders.ts';
import type { DragItems, DropTarget, OrderTarget } from './drag-items.ts';

/** Handles a drop; `null` where nothing can be dragged. Must be stable between renders. */
export const DropHandlerContext = createContext<((items: DragItems, place: DropTarget) => void) | null>(null);

const loadAdapter = () => import('./drag-adapter.ts');
let adapter: ReturnType<typeof loadAdapter> | null = null;

/** Loads the drag library on the first pointer move, which keeps it out of the first load. */
function loadAdapterOnPointerMove(): ReturnType<typeof loadAdapter> {
  adapter ??= new Promise((resolve) => {
    // `pointerover` is not used: a page that appears under a resting pointer also causes it.
    addEventListener('pointermove', resolve, { once: true });
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
    // Items can still be moved from their menus.
    () => undefined,
  );
  return () => {
    isReleased = true;
    release?.();
  };
}

interface Attachments {
  source?: DragItems | null;
  place?: DropTarget | null;
  /** Makes the edges of the element targets of items of the same folder. */
  order?: OrderTarget | undefined;
}

/** Returns a function that makes an element draggable and a drop target, and returns the cleanup. */
export function useAttachDragAndDrop() {
  const onDrop = use(DropHandlerContext);
  return useCallback(
    (element: HTMLElement, { source, place = null, order }: Attachments) => {
      if (!onDrop || (!source && !place && !order)) return () => undefined;
      if (place) setDropTargetData(element, place);
      const release = attachWhenLoaded(({ attachDragSource, attachDropTarget }) => {
        const releases = [
          source ? attachDragSource(element, source) : null,
          place || order ? attachDropTarget(element, { place, order }, onDrop) : null,
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

/** Attaches drag and drop to one element. The arguments must be stable between renders. */
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

/** Returns how a folder can be dragged and dropped on, according to the policy. */
export function getFolderDragAndDrop(
  actor: Actor,
  folder: Folder,
): { source: DragItems | null; place: DropTarget | null } {
  return {
    source: folderPolicy.move(actor, folder) ? { folders: [folder], files: [] } : null,
    place: folderPolicy.addTo(actor, folder) ? folder : null,
  };
}

/** Marks an element as the target of files dropped from the desktop, which the window handles. */
function setDropTargetData(element: HTMLElement, { id, name }: DropTarget): void {
  element.dataset['folderId'] = String(id);
  element.dataset['folderName'] = name;
}

function clearDropTargetData({ dataset }: HTMLElement): void {
  delete dataset['folderId'];
  delete dataset['folderName'];
}

/** Finds the drop target that contains an element. */
export function findDropTarget(element: EventTarget | null): DropTarget | null {
  const place = element instanceof Element ? element.closest<HTMLElement>('[data-folder-id]') : null;
  const { folderId, folderName } = place?.dataset ?? {};
  if (folderId === undefined || folderName === undefined) return null;
  return { id: folderId === 'null' ? null : Number(folderId), name: folderName };
}
