import type { KeyboardEvent } from 'react';

/** Moves the focus with the arrow keys from the link of a row to that of the next or previous row; ignores other cells. */
export function handleRowArrowKeys(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const next = getAdjacentRow(event);
  if (!next) return;
  event.preventDefault();
  getRowLink(next)?.focus();
}

/** Returns the row that an arrow key leads to from the link of a row. */
export function getAdjacentRow({ key, target }: KeyboardEvent<HTMLElement>): Element | null {
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return null;
  const row = getClosestRow(target);
  if (!row || target !== getRowLink(row)) return null;
  const next = key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling;
  return next && getRowLink(next) ? next : null;
}

/** Returns the row of an event's target; null inside menus and dialogs, which are rendered elsewhere. */
export function getClosestRow(target: EventTarget): HTMLTableRowElement | null {
  return target instanceof Element ? target.closest('tr') : null;
}

/** Returns the link or button that names a row. */
export function getRowLink(row: Element): HTMLElement | null {
  return row.querySelector<HTMLElement>('td:not(:has(input[type=checkbox])) :is(a, button)');
}
