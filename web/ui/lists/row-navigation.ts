import type { KeyboardEvent } from 'react';

/** Arrow keys go from what names a row to what names the next or the last one; in any other cell they are left alone. */
export function handleRowArrowKeys(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const next = getAdjacentRow(event);
  if (!next) return;
  event.preventDefault();
  getRowLink(next)?.focus();
}

/** The row above or below to which an arrow key leads from the name of a row. */
export function getAdjacentRow({ key, target }: KeyboardEvent<HTMLElement>): Element | null {
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return null;
  const row = getClosestRow(target);
  if (!row || target !== getRowLink(row)) return null;
  const next = key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling;
  return next && getRowLink(next) ? next : null;
}

/** The row that an event happened in; none for what stands in a menu or dialog elsewhere on the page. */
export function getClosestRow(target: EventTarget): HTMLTableRowElement | null {
  return target instanceof Element ? target.closest('tr') : null;
}

/** The link or button that names a row. */
export function getRowLink(row: Element): HTMLElement | null {
  return row.querySelector<HTMLElement>('td:not(:has(input[type=checkbox])) :is(a, button)');
}
