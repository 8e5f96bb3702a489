import { expect, type Page } from '@playwright/test';
import { findToasts } from './toasts.ts';

/** Leaves a shared folder from its menu in Home, and waits until it is gone from there. */
export async function leaveFolder(page: Page, name: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Leave' }).click();
  const confirm = page.getByRole('alertdialog', { name: 'Leave Folder?' });
  await expect(confirm).toContainText(name);
  await confirm.getByRole('button', { name: 'Leave' }).click();
  await expect(findToasts(page, 'Folder left')).toContainText(name);
  await expect(page.getByRole('main').getByRole('link', { name, exact: true })).toHaveCount(0);
}
