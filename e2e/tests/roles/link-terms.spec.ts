import { expect } from '@playwright/test';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { newAccount, test } from '../../support/fixtures/test.ts';

test('a visitor accepts the terms of a link, and again after they changed', async ({ page, newBrowser }) => {
  const owner = await newBrowser();
  await owner.api.register(newAccount());
  const folder = await owner.api.createFolder('Sale of Northwind');

  await test.step('the owner creates terms', async () => {
    await owner.page.goto('/settings?tab=terms');
    await owner.page.getByRole('button', { name: 'Create Terms' }).click();
    const dialog = owner.page.getByRole('dialog', { name: 'Create Terms' });
    await dialog.getByLabel('Name').fill('Confidentiality agreement');
    await dialog
      .getByRole('textbox', { name: 'Text' })
      .fill('The recipient keeps everything confidential.\n\n'.repeat(30));
    await expectAccessibleScreen(owner.page, 'create terms');
    await dialog.getByRole('button', { name: 'Create Terms' }).click();
    await expect(owner.page.getByRole('list', { name: 'Terms' })).toContainText('Version 1');
  });

  const url = await test.step('the owner chooses them in a link', async () => {
    await owner.page.goto(`/folder/${folder.id}`);
    const links = owner.page.getByRole('region', { name: 'Links' });
    await links.getByRole('button', { name: 'Create Link' }).click();
    const dialog = owner.page.getByRole('dialog', { name: 'Create Link' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Fund X');
    await dialog.getByText('Details', { exact: true }).click();
    await dialog.getByLabel('Terms to accept').selectOption('Confidentiality agreement');
    await dialog.getByRole('checkbox', { name: 'Visitors sign' }).check();
    await dialog.getByRole('button', { name: 'Create Link' }).click();
    await expect(links.getByText('Email, terms “Confidentiality agreement”')).toBeVisible();
    const listed = await owner.page.request.get('/api/links');
    const [link] = await listed.json();
    return String(link.url);
  });

  const accept = async () => {
    await page.getByRole('checkbox', { name: 'I have read' }).check();
    await page.getByLabel('Your name, as a signature').fill('Dana Keller');
    await page.getByRole('button', { name: 'Accept and continue' }).click();
    await expect(page.getByRole('heading', { name: folder.name, level: 1 })).toBeVisible();
  };

  await test.step('the visitor reads, signs and enters', async () => {
    await page.goto(url);
    await page.getByLabel('Your email address').fill('buyer@example.com');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'Confidentiality agreement' })).toBeVisible();
    await page.getByRole('button', { name: 'Accept and continue' }).click();
    await expect(page.getByText('Accept the terms to continue')).toBeVisible();
    await expectAccessibleScreen(page, 'terms of a link');
    await accept();
  });

  await test.step('a changed text is asked of the visitor who is in', async () => {
    const inside = page.url();
    // An open page hears of the change, and its requests are refused.
    await page.goto('about:blank');
    await owner.page.goto('/settings?tab=terms');
    await owner.page.getByRole('button', { name: 'Actions for Confidentiality agreement' }).click();
    await owner.page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = owner.page.getByRole('dialog', { name: 'Edit Terms' });
    await dialog.getByRole('textbox', { name: 'Text' }).fill('The second version.');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(owner.page.getByRole('list', { name: 'Terms' })).toContainText('Version 2');
    await page.goto(inside);
    await expect(page.getByText('The second version.')).toBeVisible();
    await accept();
  });

  await test.step('the owner lists the acceptances', async () => {
    await owner.page.getByRole('button', { name: 'Actions for Confidentiality agreement' }).click();
    await owner.page.getByRole('menuitem', { name: 'Acceptances' }).click();
    const dialog = owner.page.getByRole('dialog', { name: 'Acceptances of' });
    await expect(dialog.getByRole('listitem')).toHaveCount(2);
    await expect(dialog).toContainText('signed as Dana Keller');
    await expectAccessibleScreen(owner.page, 'acceptances');
    const download = owner.page.waitForEvent('download');
    await dialog.getByRole('link', { name: 'PDF of buyer@example.com' }).first().click();
    expect((await download).suggestedFilename()).toMatch(/^acceptance-\d+\.pdf$/);
  });
});
