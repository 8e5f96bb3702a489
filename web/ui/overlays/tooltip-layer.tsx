import { lazy, Suspense, useEffect, useState } from 'react';

const Tooltip = lazy(async () => ({ default: (await import('./tooltip.tsx')).Tooltip }));

const OPEN_DELAY_MS = 400;
/** Long enough to go from the element into its tooltip. */
const CLOSE_DELAY_MS = 150;

interface OpenTooltip {
  anchor: Element;
  text: string;
}

/**
 * The hint beside whatever has `data-tooltip`, for the mouse and the keyboard. There is one for the whole app, so that
 * the library that places it comes with the first hint, and rows full of buttons cost nothing.
 */
export function TooltipLayer() {
  const [shown, setShown] = useState<OpenTooltip | null>(null);

  useEffect(() => {
    let timer = 0;
    const later = (ms: number, next: OpenTooltip | null) => {
      clearTimeout(timer);
      timer = window.setTimeout(() => setShown(next && isMenuOpen(next.anchor) ? null : next), ms);
    };
    const close = () => later(0, null);
    const onPointerOver = ({ target, pointerType }: PointerEvent) => {
      if (pointerType === 'touch' || !(target instanceof Element)) return;
      // Over the tooltip itself it stays.
      if (target.closest('[data-tooltip-content]')) return clearTimeout(timer);
      const next = findTooltip(target);
      later(next ? OPEN_DELAY_MS : CLOSE_DELAY_MS, next);
    };
    const onFocusIn = ({ target }: FocusEvent) => {
      const next = target instanceof Element && target.matches(':focus-visible') ? findTooltip(target) : null;
      later(0, next);
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

  return (
    <Suspense>{shown?.anchor.isConnected && <Tooltip {...shown} onClose={() => setShown(null)} />}</Suspense>
  );
}

/** Nobody needs the hint of a button whose menu is open, and the menu's Escape would go to the hint. */
const isMenuOpen = (anchor: Element) => anchor.matches('[aria-haspopup][aria-expanded=true]');

function findTooltip(element: Element): OpenTooltip | null {
  const anchor = element.closest('[data-tooltip]');
  const text = anchor?.getAttribute('data-tooltip');
  return anchor && text ? { anchor, text } : null;
}
