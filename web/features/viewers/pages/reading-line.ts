interface ScrollPosition {
  /** Distance scrolled from the top, in pixels. */
  offset: number;
  /** Height of the part in view, in pixels. */
  view: number;
  /** Height of the whole content, in pixels. */
  total: number;
}

/**
 * Returns the distance from the top at which the page counts as the one that is read: in the middle of the view, but at the
 * beginning its top and at the end its bottom, where short pages never reach the middle.
 */
export function getReadingLine({ offset, view, total }: ScrollPosition): number {
  const end = Math.max(0, total - view);
  if (end < view) return offset + (end === 0 ? 0 : (view * offset) / end);
  const fromStart = Math.min(view / 2, offset);
  const beyondMiddle = Math.max(0, view / 2 - (end - offset));
  return offset + fromStart + beyondMiddle;
}
