import type { KeyboardEvent, RefObject } from 'react';

type ElementRef = RefObject<HTMLElement | null>;

/** Lists the results in the panel below the search bar, in their order on the screen. */
const listResults = (bar: ElementRef): HTMLElement[] => [
  ...(bar.current?.querySelectorAll<HTMLElement>('[data-search-result]') ?? []),
];

/** Focuses the result at an index, if there is one. */
export function focusResult(bar: ElementRef, index: number): void {
  listResults(bar)[index]?.focus();
}

/** Moves the focus with the arrow keys from result to result, and from the first one back to the question. */
export function moveThroughResults(event: KeyboardEvent, bar: ElementRef, input: ElementRef): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  if (!(event.target instanceof HTMLElement)) return;
  const index = listResults(bar).indexOf(event.target);
  if (index < 0) return;
  event.preventDefault();
  if (event.key === 'ArrowUp' && index === 0) input.current?.focus();
  else focusResult(bar, index + (event.key === 'ArrowDown' ? 1 : -1));
}
