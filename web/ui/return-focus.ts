import { useRef } from 'react';

/**
 * Handlers that give the focus back to what opened a dialog, which Radix does for its own triggers alone.
 * An item of a menu is gone by then: its menu's button gets the focus; what was deleted leaves it to the page.
 */
export function useReturnFocus(): { onOpenAutoFocus: () => void; onCloseAutoFocus: (event: Event) => void } {
  const opener = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      const active = document.activeElement;
      const menuButton = active?.closest('[role=menu]')?.getAttribute('aria-labelledby');
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
