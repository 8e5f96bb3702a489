import type { Locator, Page } from '@playwright/test';

/** The toasts that say this, in the corner where they appear: also while a dialog is open, which hides all else. */
export function findToasts(page: Page, text: string): Locator {
  return page.getByRole('region', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: text });
}
