import { useState } from 'react';
import { DEFAULT_PREFERENCES, MAX_SIDEBAR_PX, MIN_SIDEBAR_PX } from '#shared/domain/preferences.ts';
import { useUser } from '#web/features/accounts/current-user.ts';
import { useStoredPreferences, useUpdatePreferences } from '#web/features/accounts/preferences.ts';

const STORAGE_KEY = 'muniment.sidebar-width';

const clampSidebarWidth = (px: number): number =>
  Math.min(Math.max(Math.round(px), MIN_SIDEBAR_PX), MAX_SIDEBAR_PX);

/** Returns the width last used in this browser, so that the page does not move when the preferences arrive. */
function readStoredWidth(): number {
  const stored = Number(localStorage.getItem(STORAGE_KEY));
  return stored > 0 ? clampSidebarWidth(stored) : DEFAULT_PREFERENCES.sidebarWidth;
}

/** The width of the sidebar in pixels, a function that shows another one, and one that keeps it. */
export function useSidebarWidth() {
  const isUser = Boolean(useUser());
  const preferred = useStoredPreferences()?.sidebarWidth;
  const { mutate } = useUpdatePreferences();
  const [shown, setShown] = useState<number | null>(null);
  const [stored] = useState(readStoredWidth);
  const show = (px: number) => setShown(clampSidebarWidth(px));
  const keep = (px: number) => {
    const width = clampSidebarWidth(px);
    setShown(width);
    localStorage.setItem(STORAGE_KEY, String(width));
    // Visitors have no preferences.
    if (isUser) mutate({ sidebarWidth: width });
  };
  return { width: shown ?? preferred ?? stored, show, keep };
}
