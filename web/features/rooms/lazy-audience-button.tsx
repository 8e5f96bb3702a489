import { lazy } from 'react';

/** Loads the button with its panel beside the file, which is shown without it. */
export const LazyAudienceButton = lazy(async () => ({
  default: (await import('./audience-button.tsx')).AudienceButton,
}));
