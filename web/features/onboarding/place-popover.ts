/** Distance between the popover and its target, and to the edges of the window, in pixels. */
const GAP = 8;

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

/**
 * Returns where a popover goes in the window: below its target, above it if there is more space, and always inside the
 * window. It is centered on the target where it can be.
 */
export function placePopover(target: Box, popover: Size, viewport: Size): { left: number; top: number } {
  const below = target.top + target.height + GAP;
  const above = target.top - GAP - popover.height;
  const fitsBelow = below + popover.height + GAP <= viewport.height;
  const top = fitsBelow || above < GAP ? below : above;
  const left = target.left + (target.width - popover.width) / 2;
  return {
    left: keepWithin(left, viewport.width - popover.width - GAP),
    top: keepWithin(top, viewport.height - popover.height - GAP),
  };
}

const keepWithin = (position: number, max: number): number => Math.max(GAP, Math.min(position, max));
