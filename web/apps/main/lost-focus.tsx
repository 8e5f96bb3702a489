import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isOverlayOpen } from '#web/ui/overlays/close-on-escape.ts';
import { type FocusPlace, focusNear, placeOf } from '#web/ui/overlays/focus-place.ts';

let place: FocusPlace | undefined;

function remember({ target }: FocusEvent): void {
  if (target instanceof Element) place = placeOf(target);
}

function findLostFocus(): void {
  const isLost = document.activeElement === document.body && place && !place.element.isConnected;
  if (isLost && !isOverlayOpen()) focusNear(place);
}

/**
 * Looks once the page shows what a click has changed, without a request: Enter on a button is a click too, and a pointer counts
 * where what it clicked is gone. Menus and dialogs, which are outside the parts of the page, give the focus back themselves.
 */
const findLaterLostFocus = ({ detail, target }: MouseEvent): void =>
  void setTimeout(() => {
    const isByKeyboard = detail === 0;
    const isGone = target instanceof Node && !target.isConnected;
    if (place && place.parts.length > 0 && (isByKeyboard || isGone)) findLostFocus();
  });

/** Keeps the focus on the page when a change has removed the element that had it, such as the button of a deleted entry. */
export function LostFocus() {
  const isBusy = useIsMutating() + useIsFetching() > 0;
  useEffect(() => {
    addEventListener('focusin', remember);
    addEventListener('click', findLaterLostFocus);
    return () => {
      removeEventListener('focusin', remember);
      removeEventListener('click', findLaterLostFocus);
    };
  }, []);
  useEffect(() => {
    if (isBusy) return;
    // Of requests that end together, the counts are at zero before the page shows the last answers: those follow in tasks that
    // wait already.
    const timer = setTimeout(findLostFocus);
    return () => clearTimeout(timer);
  }, [isBusy]);
  return null;
}
