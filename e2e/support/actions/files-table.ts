import type { Locator, Page } from '@playwright/test';

/** Returns the row of a file in the list of a folder or of the home page. */
export function fileRow(page: Page, name: string): Locator {
  return page
    .getByRole('main')
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) });
}

/** Chooses an action from the menu of a row. */
export async function chooseFromRow(page: Page, name: string, item: string): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: `Actions for ${name}` })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}
