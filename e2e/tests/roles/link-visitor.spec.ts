import { expect } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { fileRow } from '../../support/actions/files-table.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { newAccount } from '../../support/fixtures/test.ts';
import { test } from '../../support/fixtures/test-with-mail.ts';

const EMAIL = 'buyer@example.com';
/** All that the access page loads, uncompressed: itself, scripts, styles, pictures, fonts and answers. */
const MAX_PAGE_BYTES = 60 * 1024;

test('an owner creates a link, and a visitor enters with the mailed code', async ({
  page,
  mailbox,
  newBrowser,
}) => {
  const owner = await newBrowser();
  await owner.api.register(newAccount());
  const folder = await owner.api.createFolder('Sale of Northwind');
  const content = { name: 'terms.txt', mimeType: 'text/plain', buffer: Buffer.from('The terms.') };
  await owner.api.upload(content, { folderId: folder.id });

  const url = await test.step('the owner creates the link on the page of the folder', async () => {
    await owner.page.goto(`/folder/${folder.id}`);
    const links = owner.page.getByRole('region', { name: 'Links' });
    await expect(links.getByText('No links yet')).toBeVisible();
    await links.getByRole('button', { name: 'Create Link' }).click();
    const dialog = owner.page.getByRole('dialog', { name: 'Create Link' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Fund X');
    await dialog.getByRole('textbox', { name: 'Password' }).fill('open sesame');
    await dialog.getByText('Details', { exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Greeting' }).fill('Welcome to the sale');
    await dialog.getByRole('textbox', { name: 'Allowed addresses' }).fill('example.com');
    await expectAccessibleScreen(owner.page, 'create link');
    await dialog.getByRole('button', { name: 'Create Link' }).click();
    await expect(links.getByText('Code by email, password · View only')).toBeVisible();
    await expect(links.getByText('No visits yet')).toBeVisible();
    const listed = await owner.page.request.get(`/api/links?kind=folder&id=${folder.id}`);
    const [link] = await listed.json();
    return String(link.url);
  });

  await test.step('the access page is small and names the sender only', async () => {
    await page.goto(url);
    await expect(page.getByRole('heading', { name: 'shared documents with you' })).toBeVisible();
    await expect(page.getByText('Welcome to the sale')).toBeVisible();
    await expect(page.getByText(folder.name)).toHaveCount(0);
    const bytes = await page.evaluate(
      () =>
        performance
          .getEntries()
          .filter(({ entryType }) => entryType === 'resource' || entryType === 'navigation')
          .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).decodedBodySize, 0), // of this type by its name
    );
    expect(bytes).toBeGreaterThan(10 * 1024);
    expect(bytes).toBeLessThan(MAX_PAGE_BYTES);
    await expectAccessibleScreen(page, 'access page');
  });

  await test.step('a blank password is no wrong one', async () => {
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await page.getByRole('button', { name: 'Send Code' }).click();
    await expect(page.getByText('Enter the password of the link')).toBeVisible();
    await expect(page.getByText('Please enter a valid email address')).toBeVisible();
    await expect(page.getByLabel('Password of the link')).toBeFocused();
    expect(sent).toEqual([]);
  });

  await test.step('two actions open the folder', async () => {
    await page.getByLabel('Password of the link').fill('open sesame');
    await page.getByLabel('Your email address').fill(EMAIL);
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByLabel('Code from the email').fill(await mailbox.waitForCode(EMAIL));
    await expect(page.getByRole('heading', { name: folder.name, level: 1 })).toBeVisible();
    await expect(fileRow(page, 'terms.txt')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Visitor Mode' })).toContainText(EMAIL);
    await expect(page.getByRole('region', { name: 'Links' })).toHaveCount(0);
  });

  await test.step('the owner sees who came and revokes the link', async () => {
    // An open page notices that its session ended, and what it asks for until then is refused.
    await page.goto('about:blank');
    await owner.page.reload();
    await owner.page.getByRole('button', { name: 'Actions for Fund X' }).click();
    await owner.page.getByRole('menuitem', { name: 'Visitors' }).click();
    const visitors = owner.page.getByRole('dialog', { name: 'Visitors of Fund X' });
    await expect(visitors).toContainText(EMAIL);
    await expect(visitors).toContainText('Verified by code · 1 visit');
    await visitors.getByRole('button', { name: 'Close' }).click();
    await owner.page.getByRole('button', { name: 'Actions for Fund X' }).click();
    await owner.page.getByRole('menuitem', { name: 'Revoke' }).click();
    await owner.page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(owner.page.getByText('No links yet')).toBeVisible();
    const status = await page.request.get('/api/visitor/status');
    expect(await status.json()).toMatchObject({ isVisitor: false });
  });
});

test('somebody who is signed in logs out on the page of a link and tries again', async ({
  page,
  consoleErrors,
  user,
  api,
}) => {
  const folder = await api.createFolder('Sale of Northwind');
  const settings = { password: 'quiet-river-42' };
  const data = { name: 'L', targets: [{ kind: 'folder', id: folder.id }], settings };
  const { url } = await (await page.request.post('/api/links', { data })).json();
  await page.goto(url);
  // This comes before the first step.
  await expect(page.getByText('Already Logged In: log out first to use this link.')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('button')).toHaveText(['Log Out and Try Again']);
  await page.getByRole('button', { name: 'Log Out and Try Again' }).click();
  await page.getByLabel('Password of the link').fill(settings.password);
  await page.getByLabel('Your email address').fill(EMAIL);
  // Signed in meanwhile, in another tab.
  await api.signIn(user);
  consoleErrors.expectFailedRequest(`409 POST /api/link-access/${String(url).split('/').at(-1)}/enter`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await page.getByRole('button', { name: 'Log Out and Try Again' }).click();
  await page.getByRole('button', { name: 'View Documents' }).click();
  await expect(page.getByRole('heading', { name: folder.name, level: 1 })).toBeVisible();
});

test('a visitor of a single file reads about the file, and not about folders', async ({
  page,
  user: _,
  api,
}) => {
  const file = await api.upload(makeText('terms.txt', 'The terms.'));
  const data = { name: 'L', targets: [{ kind: 'file', id: file.id }] };
  const { url } = await (await page.request.post('/api/links', { data })).json();
  await page.request.post('/api/logout');
  await page.goto(url);
  await page.getByLabel('Your email address').fill(EMAIL);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'terms.txt' })).toBeVisible();
  await page.goto('/');
  await expect(page.getByText('shared 1 file with you')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Recent Files' })).toBeVisible();
  await expect(page.getByRole('region', { name: /^Folders/ })).toHaveCount(0);
});
