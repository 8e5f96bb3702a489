import type { PointerEvent } from 'react';

const KEY_STEP_PX = 16;

type OnResize = (widthPx: number | null) => void;

/**
 * The left edge of a column: dragging changes its width, a double click restores it. The column that names the rows takes
 * what remains. Keyboards use `resizeWithKey` on the header.
 */
export function ResizeHandle({ onResize }: { onResize: OnResize }) {
  return (
    <span
      aria-hidden="true"
      onPointerDown={(event) => startResizing(event, onResize)}
      onDoubleClick={() => onResize(null)}
      className="absolute inset-y-0 left-0 hidden w-2 cursor-col-resize touch-none after:absolute after:inset-y-2.5 after:left-0 after:w-px after:bg-line hover:after:bg-line-strong @2xl:pointer-fine:block"
    />
  );
}

/** Shows the new width while the pointer moves and reports it at the end, so that the table renders once. */
function startResizing(event: PointerEvent<HTMLElement>, onResize: OnResize): void {
  const handle = event.currentTarget;
  const cell = handle.closest('th');
  if (!cell || event.button !== 0) return;
  event.preventDefault();
  handle.setPointerCapture(event.pointerId);
  const [startX, startWidth, styledWidth] = [event.clientX, cell.offsetWidth, cell.style.width];
  const move = ({ clientX }: globalThis.PointerEvent) => {
    cell.style.width = `${startWidth + startX - clientX}px`;
  };
  const end = ({ clientX }: globalThis.PointerEvent) => {
    handle.removeEventListener('pointermove', move);
    handle.removeEventListener('lostpointercapture', end);
    cell.style.width = styledWidth;
    if (clientX !== startX) onResize(startWidth + startX - clientX);
  };
  handle.addEventListener('pointermove', move);
  handle.addEventListener('lostpointercapture', end);
}

/** Makes the column of a header wider or narrower. */
export function resizeWithKey(header: HTMLElement, key: string, onResize: OnResize): void {
  const width = header.closest('th')?.offsetWidth ?? 0;
  onResize(width + (key === 'ArrowRight' ? KEY_STEP_PX : -KEY_STEP_PX));
}
