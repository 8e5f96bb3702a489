import { expect } from '@playwright/test';
import { makePdf } from '#server/testing/sample-documents/sample-documents.ts';
import { pressEscape } from '../../support/actions/press-escape.ts';
import { chooseByKeyboard, enter, expectFocusKept, tabTo } from '../../support/actions/tab-to.ts';
import { newAccount, test } from '../../support/fixtures/test.ts';

const BUYER = 'buyer@polaris.example';
const LEASE = makePdf('Lease.pdf', [
  { heading: 'Lease', paragraphs: ['The parties agree on this lease.'] },
  { heading: 'Term', paragraphs: ['The notice period of the lease is 18 months.'] },
]);

test('a visitor signs terms, asks, opens the source and downloads by keyboard only', {
  tag: '@full',
}, async ({ page, newBrowser }) => {
  const owner = await newBrowser();
  await owner.api.register(newAccount());
  const { id } = await owner.api.createFolder('Sale of Northwind');
  const file = await owner.api.upload(await LEASE, { folderId: id });
  await owner.api.waitForExtraction(file.id);
  const send = async (path: string, data: object) => (await owner.page.request.post(path, { data })).json();
  const terms = await send('/api/terms', { name: 'Confidentiality', text: 'Keep everything confidential.' });
  const link = await send('/api/links', {
    name: 'Fund X',
    targets: [{ kind: 'folder', id }],
    settings: { termsId: terms.id, requireSignature: true, level: 'original' },
  });

  await page.goto(link.url);
  await expect(page.getByLabel('Your email address')).toBeFocused();
  await page.keyboard.type(BUYER);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('checkbox', { name: 'I have read' }));
  await page.keyboard.press('Space');
  await tabTo(page, page.getByLabel('Your name, as a signature'));
  await page.keyboard.type('Ines Okafor');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Sale of Northwind', level: 1 })).toBeVisible();

  await page.keyboard.press('/');
  await expect(page.getByLabel('Ask about your documents')).toBeFocused();
  await page.keyboard.type('What is the notice period of the lease?');
  await page.keyboard.press('Enter');
  const results = page.getByRole('region', { name: 'Search results' });
  await expect(results.getByText('18 months').first()).toBeVisible();
  const citation = results.getByRole('region', { name: 'Citations' }).getByRole('link').first();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(citation).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/file\/\d+\?.*page=2/);
  const downloading = page.waitForEvent('download');
  await enter(
    page,
    page
      .getByRole('button', { name: /^Download/ })
      .or(page.getByRole('link', { name: /^Download/ }))
      .first(),
  );
  expect((await downloading).suggestedFilename()).toBe('Lease.pdf');
  await expectFocusKept(page);
});

test('an owner sees who came through a link, disables and revokes it by keyboard only', {
  tag: '@full',
}, async ({ page, user: _, api, consoleErrors, newBrowser }) => {
  const { id } = await api.createFolder('Sale of Northwind');
  const create = async (name: string) =>
    (await page.request.post('/api/links', { data: { name, targets: [{ kind: 'folder', id }] } })).json();
  const [link] = [await create('Fund X'), await create('Fund Y')];
  const visitor = await newBrowser();
  await visitor.page.goto(link.url);
  await visitor.page.getByLabel('Your email address').fill(BUYER);
  await visitor.page.getByRole('button', { name: 'Continue' }).click();
  await expect(visitor.page.getByRole('region', { name: 'Visitor Mode' })).toBeVisible();
  // Nobody has confirmed the address.
  consoleErrors.expectFailedRequest('403 GET /api/receipts');
  await enter(visitor.page, visitor.page.getByRole('link', { name: 'My Receipts' }));
  await expect(visitor.page.getByText('No receipts through this link')).toBeVisible();
  await expect(visitor.page.getByRole('button', { name: 'Get a Receipt Now' })).toHaveCount(0);
  await enter(visitor.page, visitor.page.getByRole('link', { name: 'Back to Documents' }));
  await expect(visitor.page.getByRole('region', { name: 'Visitor Mode' })).toBeVisible();
  await consoleErrors.waitForNetworkIdle();
  await visitor.page.goto('about:blank');

  await page.goto('/links');
  const actions = page.getByRole('main').getByRole('button', { name: 'Actions for Fund X' });
  await enter(page, actions);
  await chooseByKeyboard(page, 'Visitors');
  await expect(page.getByRole('dialog', { name: 'Visitors of Fund X' })).toContainText(BUYER);
  await pressEscape(page);
  await expect(actions).toBeFocused();
  await enter(page, actions);
  await chooseByKeyboard(page, 'Disable');
  await expect(page.getByRole('table', { name: 'Links' }).getByText('Disabled')).toBeVisible();
  await expectFocusKept(page);

  await enter(page, page.getByRole('link', { name: 'Fund X' }));
  await expect(page.getByRole('list', { name: 'Visitors' })).toContainText(BUYER);
  await enter(page, actions);
  await chooseByKeyboard(page, 'Revoke');
  await enter(page, page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }));
  await expect(page).toHaveURL('/links');
  await expect(page.getByRole('link', { name: 'Fund Y' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Fund X' })).toHaveCount(0);
  await expectFocusKept(page);
});
