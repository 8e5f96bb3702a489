import type { DocumentView } from './open-document.ts';

/** Turns pages with the arrow keys and zooms with plus, minus and 0; `onOtherKey` gets all other single keys. */
export function bindKeyboard(
  { viewer, container }: DocumentView,
  onOtherKey: ((key: string) => void) | undefined,
): void {
  const actions: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => viewer.previousPage(),
    ArrowRight: () => viewer.nextPage(),
    '+': () => viewer.increaseScale(),
    '=': () => viewer.increaseScale(),
    '-': () => viewer.decreaseScale(),
    '0': () => {
      viewer.currentScaleValue = 'page-width';
    },
  };
  window.addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
    if (ctrlKey || metaKey || altKey || defaultPrevented) return;
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return;
    // A page that is wider than the window scrolls sideways with the arrow keys.
    if (key.startsWith('Arrow') && container.scrollWidth > container.clientWidth) return;
    const action = actions[key];
    if (action) {
      event.preventDefault();
      action();
    } else if (key.length === 1 && key !== ' ') onOtherKey?.(key);
  });
}
