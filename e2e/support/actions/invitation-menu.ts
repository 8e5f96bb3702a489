import type { Page } from '@playwright/test';

/** Chooses an action from the menu of an invitation, by its recipient. */
export async function chooseForInvitation(page: Page, email: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${email}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}
