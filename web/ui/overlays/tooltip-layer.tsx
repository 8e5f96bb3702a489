import { lazy, Suspense, useCallback, useEffect, useState } from 'react';

const Tooltip = lazy(async () => ({ default: (await import('./tooltip.tsx')).Tooltip }));

const OPEN_DELAY_MS = 400;
/** Gives the pointer time to move from the element into its tooltip. */
const CLOSE_DELAY_MS = 150;

interface OpenTooltip {
  anchor: Element;
  text: string;
}

/**
 * Shows the tooltip of any element with `data-tooltip`, for mouse and keyboard. One layer serves the whole app, so
 * that Radix's tooltip loads with the first tooltip and rows with many buttons need no component of their own.
 */
export function TooltipLayer() {
  const [shown, setShown] = useState<OpenTooltip | null>(null);
  const onClose = useCallback(() => setShown(null), []);

  useEffect(() => {
    let timer = 0;
    const schedule = (ms: number, next: OpenTooltip | null) => {
      clearTimeout(timer);
      timer = window.setTimeout(() => setShown(next && isMenuOpen(next.anchor) ? null : next), ms);
    };
    const close = () => schedule(0, null);
    const onPointerOver = ({ target, pointerType }: PointerEvent) => {
      if (pointerType === 'touch' || !(target instanceof Element)) return;
      // Stays open while the pointer is over the tooltip itself.
      if (target.closest('[data-tooltip-content]')) return clearTimeout(timer);
      const next = findTooltip(target);
      schedule(next ? OPEN_DELAY_MS : CLOSE_DELAY_MS, next);
    };
    const onFocusIn = ({ target }: FocusEvent) => {
      const next = target instanceof Element && target.matches(':focus-visible') ? findTooltip(target) : null;
      schedule(0, next);
    };
    document.addEventListener('pointerover', onPointerOver);
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('focusout', close);
    document.addEventListener('pointerdown', close);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', onPointerOver);
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('focusout', close);
      document.removeEventListener('pointerdown', close);
    };
  }, []);

  return <Suspense>{shown?.anchor.isConnected && <Tooltip {...shown} onClose={onClose} />}</Suspense>;
}

/** The tooltip of a button with an open menu would consume the Escape that closes the menu. */
const isMenuOpen = (anchor: Element) => anchor.matches('[aria-haspopup][aria-expanded=true]');

function findTooltip(element: Element): OpenTooltip | null {
  const anchor = element.closest('[data-tooltip]');
  const text = anchor?.getAttribute('data-tooltip');
  return anchor && text ? { anchor, text } : null;
}
