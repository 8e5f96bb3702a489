import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { newAccount, test } from '../../support/fixtures/test.ts';

const CHOOSER = /^Receipts/;

async function download(page: Page, link: string): Promise<string> {
  const started = page.waitForEvent('download');
  await page.getByRole('link', { name: link, exact: true }).click();
  return (await started).path();
}

test('a receipt verifies without an account, in the app and in the downloaded page', {
  tag: '@full',
}, async ({ page, api, newBrowser }) => {
  await api.register(newAccount());
  await page.goto('/receipts');
  await expect(page.getByText('No receipts yet')).toBeVisible();
  await expectAccessibleScreen(page, 'no receipts');
  await page.getByRole('button', { name: 'Get a Receipt Now' }).click();
  const item = page.getByRole('list', { name: 'Receipts' }).getByRole('listitem');
  await expect(item).toContainText('On request. As of log entry');
  await expectAccessibleScreen(page, 'receipts');
  const receipt = await readFile(await download(page, 'HTML'), 'utf8');
  const changed = receipt.replaceAll('request', 'requesT');

  const { page: counterparty } = await newBrowser();
  await counterparty.goto('/verify');
  const fileOf = (name: string, text: string) => ({ name, mimeType: 'text/html', buffer: Buffer.from(text) });
  const choose = (files: ReturnType<typeof fileOf>[]) =>
    counterparty.getByLabel(CHOOSER).setInputFiles(files);
  await choose([fileOf('mine.html', receipt), fileOf('changed.html', changed)]);
  const results = counterparty.getByRole('list', { name: 'Results' }).getByRole('listitem');
  await expect(results).toHaveCount(2);
  await expect(results.first()).toContainText(/mine\.htmlSigned by key [\da-f]{16}\./);
  await expect(results.first()).toContainText('could see 0 files and had opened 0');
  await expect(results.last()).toContainText('The signature does not match the statement.');
  await expectAccessibleScreen(counterparty, 'verify');

  const keys = await readFile(await download(counterparty, 'Keys'), 'utf8');
  const verifier = await readFile(await download(counterparty, 'Verifier as a Page'), 'utf8');
  // Serves it like a file on a disk: one document, without the headers of the app.
  await counterparty.route('**/saved.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: verifier }),
  );
  await counterparty.goto('/saved.html');
  await choose([fileOf('mine.html', receipt), fileOf('keys.json', keys)]);
  await expect(counterparty.locator('li')).toContainText(/mine\.html: Valid\. Signed by key/);
});
