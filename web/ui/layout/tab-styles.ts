import { clsx } from 'clsx';

export const TAB_LIST_STYLES =
  'fading-edges flex gap-1 overflow-x-auto border-line border-b [scrollbar-width:none]';

/** The look of a tab, to which the style of the selected one is added. */
export const tabStyles = (selected: string): string =>
  clsx(
    '-mb-px flex h-control shrink-0 cursor-pointer items-center rounded-t-md border-transparent border-b-2 px-3 text-ink-muted -outline-offset-2 hover:text-ink',
    selected,
  );

/** Shows a part of the next tab beside the selected one, where the row fades. */
const NEXT_TAB_PX = 40;

/**
 * Makes the selected tab visible on phones, where not all tabs fit. Runs again when another tab is selected. Scrolls the row
 * alone: `scrollIntoView` would also move the page down to it.
 */
export function scrollTabIntoView(tab: HTMLElement | null): void {
  const row = tab?.parentElement;
  if (!row) return;
  const [inner, outer] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
  // Not beyond the edge yet, a tab is already faded. At either end the row scrolls no further, and has no faded edge.
  const before = outer.left + NEXT_TAB_PX - inner.left;
  const after = inner.right + NEXT_TAB_PX - outer.right;
  if (before > 0) row.scrollLeft -= before;
  else if (after > 0) row.scrollLeft += after;
}
