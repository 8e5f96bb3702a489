import type { KeyboardEvent } from 'react';

/**
 * Returns a handler that closes an overlay on Escape in it. Radix passes Escape only to the topmost layer, which may be
 * a toast that appeared later.
 */
export const closeOnEscape = (close: () => void) => (event: KeyboardEvent) => {
  // React also passes on the keys of menus in the overlay, which are rendered elsewhere and close themselves.
  const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
  if (event.key === 'Escape' && isInside) close();
};

/** Returns true while an overlay is open that closes on Escape itself. */
export const isOverlayOpen = (): boolean =>
  document.querySelector(':is([role=dialog], [role=alertdialog], [role=menu])[data-state=open]') !== null;
