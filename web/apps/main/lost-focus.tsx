import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isOverlayOpen } from '#web/ui/overlays/close-on-escape.ts';

const FOCUSABLE = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"]';

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

/** Moves the focus to the entry that took the place of a removed one, or to the page. */
function findLostFocus(): void {
  const isLost = document.activeElement === document.body && place && !place.element.isConnected;
  if (!isLost || !place || isOverlayOpen()) return;
  const entries = place.list?.isConnected ? place.list.children : [];
  const next = entries[Math.min(place.position, entries.length - 1)]?.querySelector<HTMLElement>(FOCUSABLE);
  (next ?? document.querySelector('main'))?.focus({ preventScroll: true });
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
