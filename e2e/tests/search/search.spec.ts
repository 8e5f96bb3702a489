import { expect, type Page } from '@playwright/test';
import { makeDocx, makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { expectHighlightedPassage, pdfViewerFrame } from '../../support/actions/pdf-viewer.ts';
import { pressEscape } from '../../support/actions/press-escape.ts';
import { ask } from '../../support/actions/search-bar.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { makeSupplyAgreement, SUPPLY_AGREEMENT } from '../../support/fixtures/sample-deal.ts';
import { newAccount, test } from '../../support/fixtures/test.ts';

test('a search result opens its file at the cited passage', async ({ page, user: _, api }) => {
  const { id, name } = await api.upload(await makeSupplyAgreement());
  await api.waitForSearchResult(SUPPLY_AGREEMENT.question, id);
  await page.goto('/');
  await ask(page, SUPPLY_AGREEMENT.question);
  await page.getByRole('region', { name: 'Answer' }).getByRole('button', { name }).click();
  await expect(page.getByRole('region', { name: 'Search results' })).toBeHidden();
  const panel = page.getByRole('complementary', { name });
  await expect(panel.getByRole('region', { name: 'Search result' })).toContainText('nine months');
  await expect(panel.getByText(`Page ${SUPPLY_AGREEMENT.page}`, { exact: true })).toBeVisible();
  await panel.getByRole('link', { name: 'View Full Page' }).click();
  await expectHighlightedPassage(page, name, SUPPLY_AGREEMENT);
});

test('the cited passage is highlighted in text and Word documents', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  const filler = Array.from({ length: 400 }, (_, line) => `Line ${line} of the minutes.`).join('\n');
  const minutes = makeText('Minutes.txt', `${filler}\n\nThe board approves the merger with Belmont.\n`);
  const text = await api.upload(minutes);
  const letter = await api.upload(makeDocx('Letter.docx', ['The ferry to Drammen sails at noon.']));
  await api.waitForSearchResult('Which merger does the board approve?', text.id);
  await api.waitForSearchResult('When does the ferry to Drammen sail?', letter.id);
  const citation = page.getByRole('region', { name: 'Citations' }).getByRole('link').first();

  await page.goto('/');
  await ask(page, 'Which merger does the board approve?');
  await citation.click();
  await expect(page.locator('mark')).toContainText('approves the merger with Belmont');
  await expect(page.locator('mark')).toBeInViewport();
  await page.goto('/');
  await ask(page, 'When does the ferry to Drammen sail?');
  await citation.click();
  const marked = () => [...(CSS.highlights.get('passage') ?? [])].map(String).join(' ');
  await expect
    .poll(() => pdfViewerFrame(page, 'Letter.docx').locator('body').evaluate(marked))
    .toContain('sails at noon');
});

test('a search is limited to the current folder', { tag: '@full' }, async ({ page, user: _, api }) => {
  const [here, there] = [await api.createFolder('Contracts'), await api.createFolder('Litigation')];
  const { id, name } = await api.upload(await makeSupplyAgreement(), { folderId: there.id });
  await api.waitForSearchResult(SUPPLY_AGREEMENT.question, id);
  const results = page.getByRole('region', { name: 'Search results' });
  await page.goto(`/folder/${here.id}`);
  await ask(page, SUPPLY_AGREEMENT.question);
  await expect(results.getByText('No answer found in the documents you can see')).toBeVisible();
  await page.goto(`/folder/${there.id}`);
  await ask(page, SUPPLY_AGREEMENT.question);
  await expect(results.getByText(name).first()).toBeVisible();
});

test('a changed search method is reported and clearing closes the results', { tag: '@full' }, async ({
  page,
  user: _,
}) => {
  // Simulates a server where AI search was turned off meanwhile.
  await page.route('**/api/search?*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      json: { ...(await response.json()), method: 'keyword', fallback: false },
    });
  });
  await page.goto('/');
  await expect(page.getByLabel('Search method')).toHaveValue('auto');
  await page.request.patch('/api/user/preferences', { data: { searchMethod: 'hybrid' } });
  await page.reload();
  await expect(page.getByLabel('Search method')).toHaveValue('hybrid');
  await page.request.patch('/api/user/preferences', { data: { searchMethod: 'vector' } });
  await page.reload();
  await expect(page.getByLabel('Search method')).toHaveValue('vector');
  await ask(page, 'Who pays?');
  await expect(findToasts(page, 'Search method adjusted')).toBeVisible();
  const results = page.getByRole('region', { name: 'Search results' });
  await expect(results).toBeVisible();
  await page.getByRole('button', { name: 'Clear question' }).click();
  await expect(results).toBeHidden();
  await expect(page.getByPlaceholder('Ask about your documents...')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeDisabled();
});

test('only administrators see the reindex button', { tag: '@full' }, async ({
  page,
  asAdministrator: _,
  newBrowser,
}) => {
  // This is not clicked: a reindex would reset the files of every other test on this server.
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Reindex documents' })).toBeEnabled();
  const otherBrowser = await newBrowser();
  await otherBrowser.api.register(newAccount());
  await otherBrowser.page.goto('/');
  await expect(otherBrowser.page.getByPlaceholder('Ask about your documents...')).toBeVisible();
  await expect(otherBrowser.page.getByRole('button', { name: 'Reindex documents' })).toBeHidden();
  const refusal = await otherBrowser.page.request.get('/api/search?query=reindex&reindex=true');
  expect(refusal.status()).toBe(403);
});

const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' });
const questionField = (page: Page) => page.getByRole('combobox', { name: 'Ask about your documents' });

test('suggestions can be chosen by keyboard and mouse', async ({ page, user: _, api }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const folder = await api.createFolder('Leases of Bremen');
  const { id } = await api.upload(makeText('Lease of the office.txt', 'The rent is due monthly.'));
  await api.waitForSearchResult('When is the rent due?', id);
  await page.goto('/');
  const question = questionField(page);
  const table = page.getByRole('main').getByRole('table');
  await expect(table).toBeVisible();
  const before = await table.boundingBox();
  await question.pressSequentially('leas');
  const options = suggestions(page).getByRole('option');
  await expect(options).toHaveText([folder.name, 'Lease of the office.txt']);
  expect(await table.boundingBox()).toEqual(before);
  await expectAccessibleScreen(page, 'suggestions', { hasPopup: true });

  await page.keyboard.press('ArrowUp');
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(suggestions(page).getByRole('option', { selected: true })).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await expect(question).toHaveAttribute(
    'aria-activedescendant',
    (await options.first().getAttribute('id')) ?? '',
  );
  await pressEscape(page);
  await expect(suggestions(page)).toBeHidden();
  await expect(question).toHaveValue('leas');
  await page.keyboard.press('ArrowDown');
  await expect(options).toHaveCount(2);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: folder.name, level: 1 })).toBeVisible();

  await questionField(page).pressSequentially('office');
  await options.filter({ hasText: 'Lease of the office.txt' }).click();
  await expect(page.getByText('The rent is due monthly.')).toBeVisible();
});

test('a suggested correction replaces the query', { tag: '@full' }, async ({ page, user: _, api }) => {
  const { id } = await api.upload(makeText('Notes.txt', 'The indemnification ends after five years.'));
  await api.waitForSearchResult('indemnification', id);
  await page.goto('/');
  await questionField(page).pressSequentially('indemnifcation');
  await suggestions(page).getByRole('option', { name: 'Did you mean indemnification' }).click();
  await expect(questionField(page)).toHaveValue('indemnification');
  await expect(questionField(page)).toBeFocused();
  await expect(suggestions(page)).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText('five years');
  let isAsked = false;
  page.on('request', (request) => {
    isAsked ||= request.url().includes('/api/search/suggestions');
  });
  await page.keyboard.type(' notes');
  await page.getByRole('button', { name: 'Close results' }).click();
  await expect(suggestions(page)).toBeHidden();
  expect(isAsked).toBe(false);
});
