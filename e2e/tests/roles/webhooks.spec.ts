import { expect } from '@playwright/test';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { newAccount, test } from '../../support/fixtures/test.ts';

/** An address without a name, so that no test asks a name server. */
const RECEIVER = 'https://93.184.215.14/hook';

test('a user creates a webhook, sees its secret once, and disables and deletes it', { tag: '@full' }, async ({
  newBrowser,
}) => {
  const { api, page } = await newBrowser();
  await api.register(newAccount());
  await api.createFolder('Sale of Northwind');
  await page.goto('/settings?tab=security');
  await page.getByRole('button', { name: 'Create Webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Webhook' });
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('Choose a folder', { exact: true }).last()).toBeVisible();
  await dialog.getByLabel('Address').fill(RECEIVER);
  await dialog.getByLabel('Events in').selectOption('Sale of Northwind');
  await dialog.getByRole('checkbox', { name: 'File deleted', exact: true }).check();
  await expectAccessibleScreen(page, 'create webhook');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByLabel('Secret', { exact: true })).toHaveText(/^whsec_/);
  await page.getByRole('button', { name: 'I Saved the Secret' }).click();

  const list = page.getByRole('list', { name: 'Webhooks' });
  await expect(list).toContainText(
    'File uploaded, File viewed, File downloaded and 1 more · Sale of Northwind',
  );
  await expectAccessibleScreen(page, 'webhooks');
  const actions = page.getByRole('button', { name: `Actions for ${RECEIVER}` });
  const choose = async (action: string) => {
    await actions.click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await choose('Deliveries');
  await expect(page.getByText('No event has been sent yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await choose('Disable');
  await expect(list.getByText('Disabled')).toBeVisible();
  // A menu that closes gives the focus back, which would close one that was opened meanwhile.
  await expect(actions).toBeFocused();
  await choose('Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('You have no webhooks.')).toBeVisible();
});
