import { clsx } from 'clsx';

export const TAB_LIST_STYLES =
  'fading-edges flex gap-1 overflow-x-auto border-line border-b [scrollbar-width:none]';

/** The look of a tab, to which the style of the selected one is added. */
export const tabStyles = (selected: string): string =>
  clsx(
    '-mb-px flex h-control shrink-0 cursor-pointer items-center rounded-t-md border-transparent border-b-2 px-3 text-ink-muted -outline-offset-2 hover:text-ink',
    selected,
  );

/** Makes the selected tab visible on phones, where not all tabs fit. Runs again when another tab is selected. */
export function scrollTabIntoView(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
