import type { KeyboardEvent, PointerEvent } from 'react';
import { DEFAULT_PREFERENCES, MAX_SIDEBAR_PX, MIN_SIDEBAR_PX } from '#shared/domain/preferences.ts';
import type { useSidebarWidth } from './sidebar-width.ts';

const KEY_STEP_PX = 16;

/** The edge of the sidebar, which the pointer and the arrow keys move; a double click restores the width. */
export function SidebarEdge({ width, show, keep }: ReturnType<typeof useSidebarWidth>) {
  const startResizing = (event: PointerEvent<HTMLElement>) => {
    const edge = event.currentTarget;
    if (event.button !== 0) return;
    edge.setPointerCapture(event.pointerId);
    const offset = width - event.clientX;
    const move = ({ clientX }: globalThis.PointerEvent) => show(clientX + offset);
    const end = ({ clientX }: globalThis.PointerEvent) => {
      edge.removeEventListener('pointermove', move);
      edge.removeEventListener('lostpointercapture', end);
      if (clientX + offset !== width) keep(clientX + offset);
    };
    edge.addEventListener('pointermove', move);
    edge.addEventListener('lostpointercapture', end);
  };
  const resizeWithKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -KEY_STEP_PX, ArrowRight: KEY_STEP_PX }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    keep(width + step);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr element takes no focus
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label="Resize sidebar"
      aria-valuenow={width}
      aria-valuemin={MIN_SIDEBAR_PX}
      aria-valuemax={MAX_SIDEBAR_PX}
      tabIndex={0}
      onPointerDown={startResizing}
      onDoubleClick={() => keep(DEFAULT_PREFERENCES.sidebarWidth)}
      onKeyDown={resizeWithKey}
      className="absolute inset-y-0 -right-1 w-2 cursor-col-resize touch-none outline-none after:absolute after:inset-y-0 after:right-[3px] after:w-0.5 hover:after:bg-line-strong focus-visible:after:bg-focus"
    />
  );
}
