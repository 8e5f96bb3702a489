import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isOverlayOpen } from '#web/ui/overlays/close-on-escape.ts';

/** The place of the focus, so that it can be found again when its element is gone. */
interface Place {
  element: Element;
  /** The list or table around it, and the position of its entry there. */
  list: Element | null;
  position: number;
}

let place: Place | undefined;

function remember({ target }: FocusEvent): void {
  if (!(target instanceof Element)) return;
  const entry = target.closest('li, tr');
  const list = entry?.parentElement ?? null;
  place = { element: target, list, position: entry && list ? [...list.children].indexOf(entry) : 0 };
}

/**
 * Moves the focus to the entry that took the place of a removed one, or to the page. It goes to the entry itself: Enter that is held or pressed
 * twice must not press the same button of the next entry.
 */
function findLostFocus(): void {
  const isLost = document.activeElement === document.body && place && !place.element.isConnected;
  if (!isLost || !place || isOverlayOpen()) return;
  const entries = place.list?.isConnected ? place.list.children : [];
  const next = entries[Math.min(place.position, entries.length - 1)];
  const target = next instanceof HTMLElement ? next : document.querySelector('main');
  // Next is what Tab goes to from here.
  if (target && !target.hasAttribute('tabindex')) target.tabIndex = -1;
  target?.focus({ preventScroll: true });
}

/** Keeps the focus on the page when a change has removed the element that had it, such as the button of a deleted entry. */
export function LostFocus() {
  const isBusy = useIsMutating() + useIsFetching() > 0;
  useEffect(() => {
    addEventListener('focusin', remember);
    return () => removeEventListener('focusin', remember);
  }, []);
  useEffect(() => {
    if (!isBusy) findLostFocus();
  }, [isBusy]);
  return null;
}
