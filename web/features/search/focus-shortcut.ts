import { type RefObject, useEffect } from 'react';

/** Gives a text box the focus at Ctrl+K, Cmd+K and, while nothing is typed elsewhere, '/'. */
export function useFocusShortcut(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isShortcut(event) || !input.current) return;
      // A modal dialog hides the page behind it, where the focus must not go.
      if (input.current.closest('[aria-hidden="true"], [inert]')) return;
      event.preventDefault();
      input.current.select();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [input]);
}

function isShortcut({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent): boolean {
  if (altKey) return false;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' && !shiftKey;
  // Shift is free here: many keyboards have the slash above a digit.
  const isTyping =
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
  return key === '/' && !isTyping;
}
