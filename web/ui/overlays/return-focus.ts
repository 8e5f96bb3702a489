import { useRef } from 'react';
import { type FocusPlace, focusNear, placeOf } from './focus-place.ts';

const getMenuButtonId = (element: Element | null): string | null =>
  element?.closest('[role=menu]')?.getAttribute('aria-labelledby') ?? null;

/** The id of the button of the menu that last had the focus; the menu can close before its dialog opens. */
let lastMenuButtonId: string | null = null;
globalThis.document?.addEventListener('focusin', ({ target }) => {
  lastMenuButtonId = target instanceof Element ? getMenuButtonId(target) : null;
});

/**
 * Returns handlers that give the focus back to the element that opened a dialog; Radix does so only for its own
 * triggers. If that was a menu item, the menu's button receives the focus. Without an opener, for example after a
 * keyboard shortcut, `findOther` names the element, and otherwise what is near a removed opener receives the focus, or the page.
 */
export function useReturnFocus(findOther: () => HTMLElement | null = () => null): {
  onOpenAutoFocus: () => void;
  onCloseAutoFocus: (event: Event) => void;
} {
  const opener = useRef<{ element: HTMLElement; place: FocusPlace } | null>(null);
  return {
    onOpenAutoFocus: () => {
      const active = document.activeElement;
      const menuButton = active === document.body ? lastMenuButtonId : getMenuButtonId(active);
      const element = menuButton ? document.getElementById(menuButton) : active;
      const isControl =
        element instanceof HTMLElement && element !== document.body && element.tagName !== 'MAIN';
      opener.current = isControl ? { element, place: placeOf(element) } : null;
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      const element = opener.current?.element;
      const target = element?.isConnected ? element : findOther();
      if (target) target.focus();
      // Of a dialog over a drawer that closes with it, the drawer knows where the focus belongs.
      else if (document.activeElement?.matches('body, main')) focusNear(opener.current?.place);
    },
  };
}
