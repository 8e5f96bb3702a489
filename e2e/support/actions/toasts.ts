import type { Locator, Page } from '@playwright/test';

/** Finds toasts with this text, also while a dialog hides the rest of the page. */
export function findToasts(page: Page, text: string): Locator {
  return page.getByRole('region', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: text });
}
