import { lazy } from 'react';

/** Loads the panel when it is first shown, since most users of a folder may not create links. */
export const LazyLinksPanel = lazy(async () => ({
  default: (await import('./links-panel.tsx')).LinksPanel,
}));
