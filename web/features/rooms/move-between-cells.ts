import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

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
  const column = cellsOf(row).indexOf(event.target);
  const target = step[0] === 1 ? row.nextElementSibling : step[0] === -1 ? row.previousElementSibling : row;
  if (target) cellsOf(target)[column + step[1]]?.focus();
}

const cellsOf = (row: Element): HTMLElement[] => [...row.querySelectorAll<HTMLElement>('[data-cell]')];
