import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { pointerOutsideOfPreview } from '@atlaskit/pragmatic-drag-and-drop/element/pointer-outside-of-preview';
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview';
import {
  areAllIn,
  type DragItems,
  type DropTarget,
  getDragLabel,
  getExternalData,
  isOneIn,
  type OrderTarget,
} from './drag-items.ts';

/** Maps the library's untyped drag data to items; drags that started elsewhere are not in it. */
const dragItemsByData = new WeakMap<Record<string | symbol, unknown>, DragItems>();

export function attachDragSource(element: HTMLElement, items: DragItems): () => void {
  return draggable({
    element,
    getInitialData: () => {
      const data = {};
      dragItemsByData.set(data, items);
      return data;
    },
    getInitialDataForExternal: () => getExternalData(items, location.origin),
    onGenerateDragPreview: ({ nativeSetDragImage }) =>
      setCustomNativeDragPreview({
        nativeSetDragImage,
        getOffset: pointerOutsideOfPreview({ x: '12px', y: '8px' }),
        render: ({ container }) => {
          container.textContent = getDragLabel(items);
          container.className =
            'max-w-72 truncate rounded-md border border-line bg-raised px-3 py-1.5 font-medium text-ink text-sm';
        },
      }),
    onDragStart: () => element.setAttribute('data-dragging', ''),
    onDrop: () => element.removeAttribute('data-dragging'),
  });
}

/** Names what an element takes: items into its folder, or an item beside its entry. */
interface Targets {
  place: DropTarget | null;
  order: OrderTarget | undefined;
}

/** Names the place of a drop: in the folder, or at an edge of the element. */
type Zone = 'inside' | 'before' | 'after';

/** The share of a folder's height at each edge that orders. */
const EDGE = 0.3;

function findZone(element: HTMLElement, items: DragItems, { place, order }: Targets, y: number): Zone | null {
  const isInside =
    place !== null && !areAllIn(items, place.id) && !items.folders.some(({ id }) => id === place.id);
  if (!order || !isOneIn(items, order.folderId)) return place && !areAllIn(items, place.id) ? 'inside' : null;
  const { top, height } = element.getBoundingClientRect();
  const at = (y - top) / height;
  if (isInside && at > EDGE && at < 1 - EDGE) return 'inside';
  return at < 0.5 ? 'before' : 'after';
}

export function attachDropTarget(
  element: HTMLElement,
  targets: Targets,
  onDrop: (items: DragItems, place: DropTarget) => void,
): () => void {
  const highlight = (zone: Zone | null) => {
    element.toggleAttribute('data-drop-over', zone === 'inside');
    if (zone === 'before' || zone === 'after') element.setAttribute('data-drop-edge', zone);
    else element.removeAttribute('data-drop-edge');
  };
  const zoneOf = (data: Record<string | symbol, unknown>, y: number) => {
    const items = dragItemsByData.get(data);
    return items ? findZone(element, items, targets, y) : null;
  };
  return combine(
    dropTargetForElements({
      element,
      canDrop: ({ source, input }) => zoneOf(source.data, input.clientY) !== null,
      onDrag: ({ source, location }) => highlight(zoneOf(source.data, location.current.input.clientY)),
      onDragLeave: () => highlight(null),
      onDrop: ({ source, location }) => {
        highlight(null);
        const items = dragItemsByData.get(source.data);
        // Only the innermost of nested targets accepts the drop.
        if (!items || location.current.dropTargets[0]?.element !== element) return;
        const zone = findZone(element, items, targets, location.current.input.clientY);
        if (zone === 'inside' && targets.place) onDrop(items, targets.place);
        else if (zone === 'before' || zone === 'after') targets.order?.onDrop(items, zone);
      },
    }),
    () => highlight(null),
  );
}
