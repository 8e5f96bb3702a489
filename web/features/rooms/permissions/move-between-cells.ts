import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const MAX_FRAMES = 30;

/** Moves the focus to the neighboring cell with Alt and an arrow key; without Alt the keys change the level. */
export function moveBetweenCells(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (
    !event.altKey ||
    !step ||
    !(event.target instanceof HTMLElement) ||
    !event.target.matches('[data-cell]')
  )
    return;
  const row = event.target.closest('tr');
  if (!row) return;
  event.preventDefault();
  focusNeighbor(event.target, row, step);
}

/** Waits some frames for a column that a scroll has just brought into view: only those in view are there. */
function focusNeighbor(
  from: HTMLElement,
  row: Element,
  [down, right]: readonly [row: number, column: number],
  frames = MAX_FRAMES,
): void {
  const target = down === 1 ? row.nextElementSibling : down === -1 ? row.previousElementSibling : row;
  if (!target) return;
  const cell = cellsOf(target)[cellsOf(row).indexOf(from) + right];
  if (cell) cell.focus();
  else if (frames > 0 && document.activeElement === from)
    requestAnimationFrame(() => focusNeighbor(from, row, [down, right], frames - 1));
}

const cellsOf = (row: Element): HTMLElement[] => [...row.querySelectorAll<HTMLElement>('[data-cell]')];
