import { useRef } from 'react';

const getMenuButtonId = (element: Element | null): string | null =>
  element?.closest('[role=menu]')?.getAttribute('aria-labelledby') ?? null;

/** Whose menu had the focus last. A menu may be gone, and the focus with it, before its dialog is there. */
let lastMenuButtonId: string | null = null;
globalThis.document?.addEventListener('focusin', ({ target }) => {
  lastMenuButtonId = target instanceof Element ? getMenuButtonId(target) : null;
});

/**
 * Handlers that give the focus back to what opened a dialog, which Radix does for its own triggers alone.
 * An item of a menu is gone by then: its menu's button gets the focus; what was deleted leaves it to the page.
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
