import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { pointerOutsideOfPreview } from '@atlaskit/pragmatic-drag-and-drop/element/pointer-outside-of-preview';
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview';
import { type DraggedItems, type DropPlace, isAllIn, labelOf } from './drag-items.ts';

/** The library hands its data around untyped; what is not ours is not in here. */
const carried = new WeakMap<Record<string | symbol, unknown>, DraggedItems>();

export function attachSource(element: HTMLElement, items: DraggedItems): () => void {
  return draggable({
    element,
    getInitialData: () => {
      const data = {};
      carried.set(data, items);
      return data;
    },
    onGenerateDragPreview: ({ nativeSetDragImage }) =>
      setCustomNativeDragPreview({
        nativeSetDragImage,
        getOffset: pointerOutsideOfPreview({ x: '12px', y: '8px' }),
        render: ({ container }) => {
          container.textContent = labelOf(items);
          container.className =
            'max-w-72 truncate rounded-md border border-line bg-raised px-3 py-1.5 font-medium text-ink text-sm';
        },
      }),
    onDragStart: () => element.setAttribute('data-dragging', ''),
    onDrop: () => element.removeAttribute('data-dragging'),
  });
}

export function attachPlace(
  element: HTMLElement,
  place: DropPlace,
  onDrop: (items: DraggedItems, place: DropPlace) => void,
): () => void {
  const unmark = () => element.removeAttribute('data-drop-over');
  return combine(
    dropTargetForElements({
      element,
      canDrop: ({ source }) => {
        const items = carried.get(source.data);
        return items !== undefined && !isAllIn(items, place.id);
      },
      onDragEnter: () => element.setAttribute('data-drop-over', ''),
      onDragLeave: unmark,
      onDrop: ({ source, location }) => {
        unmark();
        const items = carried.get(source.data);
        // Of places inside each other the innermost takes the drop.
        if (items && location.current.dropTargets[0]?.element === element) onDrop(items, place);
      },
    }),
    unmark,
  );
}
