import { useRef } from 'react';

const getMenuButtonId = (element: Element | null): string | null =>
  element?.closest('[role=menu]')?.getAttribute('aria-labelledby') ?? null;

/** The id of the button of the menu that last had the focus; the menu can close before its dialog opens. */
let lastMenuButtonId: string | null = null;
globalThis.document?.addEventListener('focusin', ({ target }) => {
  lastMenuButtonId = target instanceof Element ? getMenuButtonId(target) : null;
});

/**
 * Returns handlers that give the focus back to the element that opened a dialog; Radix does so only for its own
 * triggers. If that was a menu item, the menu's button receives the focus; if it no longer exists, the page does.
 */
export function useReturnFocus(): { onOpenAutoFocus: () => void; onCloseAutoFocus: (event: Event) => void } {
  const opener = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      const active = document.activeElement;
      const menuButton = active === document.body ? lastMenuButtonId : getMenuButtonId(active);
      const element = menuButton ? document.getElementById(menuButton) : active;
      opener.current = element instanceof HTMLElement ? element : null;
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      const target = opener.current?.isConnected ? opener.current : document.querySelector('main');
      target?.focus();
    },
  };
}
