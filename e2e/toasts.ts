import type { Locator, Page } from '@playwright/test';

/** The toasts that say this, in the corner where they appear; an open dialog hides all that is outside it from roles. */
export function toastsOf(page: Page, text: string): Locator {
  return page
    .getByRole('region', { name: 'Notifications', includeHidden: true })
    .getByRole('listitem', { includeHidden: true })
    .filter({ hasText: text });
}
