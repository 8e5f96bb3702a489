import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { pointerOutsideOfPreview } from '@atlaskit/pragmatic-drag-and-drop/element/pointer-outside-of-preview';
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview';
import { areAllIn, type DragItems, type DropTarget, getDragLabel } from './drag-items.ts';

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

export function attachDropTarget(
  element: HTMLElement,
  place: DropTarget,
  onDrop: (items: DragItems, place: DropTarget) => void,
): () => void {
  const clearHighlight = () => element.removeAttribute('data-drop-over');
  return combine(
    dropTargetForElements({
      element,
      canDrop: ({ source }) => {
        const items = dragItemsByData.get(source.data);
        return items !== undefined && !areAllIn(items, place.id);
      },
      onDragEnter: () => element.setAttribute('data-drop-over', ''),
      onDragLeave: clearHighlight,
      onDrop: ({ source, location }) => {
        clearHighlight();
        const items = dragItemsByData.get(source.data);
        // Only the innermost of nested targets accepts the drop.
        if (items && location.current.dropTargets[0]?.element === element) onDrop(items, place);
      },
    }),
    clearHighlight,
  );
}
