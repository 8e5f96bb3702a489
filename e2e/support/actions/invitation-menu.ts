import { expect, type Page } from '@playwright/test';

/** Chooses an action from the menu of an invitation, by its recipient. */
export async function chooseForInvitation(page: Page, email: string, action: string): Promise<void> {
  // A menu that is still closing would take the focus from this one.
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.getByRole('button', { name: `Actions for ${email}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}
