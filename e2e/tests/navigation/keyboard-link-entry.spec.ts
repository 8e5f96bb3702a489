import { expect } from '@playwright/test';
import { enter, tabTo } from '../../support/actions/tab-to.ts';
import { newAccount } from '../../support/fixtures/test.ts';
import { test } from '../../support/fixtures/test-with-mail.ts';

const BUYER = 'buyer@polaris.example';

test('a visitor enters with a password and a mailed code by keyboard only', { tag: '@full' }, async ({
  page,
  mailbox,
  newBrowser,
  consoleErrors,
}) => {
  const owner = await newBrowser();
  await owner.api.register(newAccount());
  const { id, name } = await owner.api.createFolder('Sale of Northwind');
  const settings = { password: 'open sesame', requireCode: true };
  const created = await owner.page.request.post('/api/links', {
    data: { name: 'Fund X', targets: [{ kind: 'folder', id }], settings },
  });
  const { url }: { url: string } = await created.json();
  await page.goto(url);
  const password = page.getByLabel('Password of the link');
  await expect(password).toBeFocused();
  await page.keyboard.type('wrong');
  await tabTo(page, page.getByLabel('Your email address'));
  await page.keyboard.type(BUYER);
  consoleErrors.expectFailedRequest(`401 POST /api/link-access/${url.split('/').at(-1)}/password`);
  await page.keyboard.press('Enter');
  // The field with the problem has the focus.
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await expect(password).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('open sesame');
  await enter(page, page.getByRole('button', { name: 'Send code' }));
  const code = page.getByLabel('Code from the email');
  await expect(code).toBeFocused();
  await page.keyboard.type(await mailbox.waitForCode(BUYER));
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
});
