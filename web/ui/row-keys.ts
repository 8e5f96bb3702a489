import type { KeyboardEvent } from 'react';

/** Arrow keys go from what names a row to what names the next or the last one; in any other cell they are left alone. */
export function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const row = event.target instanceof Element ? event.target.closest('tr') : null;
  if (!row || event.target !== nameOf(row)) return;
  const next = nameOf(event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function nameOf(row: Element | null): HTMLElement | null {
  return row?.querySelector<HTMLElement>('td:not(:has(input[type=checkbox])) :is(a, button)') ?? null;
}
