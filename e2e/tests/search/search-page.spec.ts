import { expect } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { expectHighlightedPassage } from '../../support/actions/pdf-viewer.ts';
import { ask } from '../../support/actions/search-bar.ts';
import {
  expectAccessibleScreen,
  expectNoHorizontalScroll,
} from '../../support/appearance/expect-accessible.ts';
import { makeSupplyAgreement, SUPPLY_AGREEMENT } from '../../support/fixtures/sample-deal.ts';
import { test } from '../../support/fixtures/test.ts';

test('the search page shows an answer with its source, and Back restores filters', async ({
  page,
  user: _,
  api,
}) => {
  const agreement = await api.upload(await makeSupplyAgreement());
  await api.upload(makeText('Notes.txt', 'The supply agreement was discussed in spring.'));
  await api.waitForSearchResult(SUPPLY_AGREEMENT.question, agreement.id);
  await page.goto('/');
  await ask(page, SUPPLY_AGREEMENT.question);
  await page.getByRole('link', { name: 'Show on a page with filters' }).click();

  const answer = page.getByRole('region', { name: 'Answer' });
  await expect(answer).toContainText('nine months');
  const source = page.getByRole('region', { name: 'Source' }).getByRole('link', { name: agreement.name });
  await expect(source.getByRole('img', { name: `Page ${SUPPLY_AGREEMENT.page} of` })).toBeVisible();
  await expectAccessibleScreen(page, 'search page');
  await page.setViewportSize({ width: 380, height: 800 });
  await expectNoHorizontalScroll(page, 'search page on a phone');
  await page.setViewportSize({ width: 1280, height: 720 });

  const type = page.getByLabel('Type', { exact: true });
  await type.selectOption('Images');
  await expect(page).toHaveURL(/type=image/);
  await expect(page.getByText('No answer found in the documents you can see').first()).toBeVisible();
  await page.goBack();
  await expect(type).toHaveValue('');
  await expect(answer).toContainText('nine months');

  const question = page.getByRole('combobox', { name: 'Ask about your documents' });
  await question.focus();
  await page.keyboard.press('ArrowDown');
  await expect(source).toBeFocused();
  await page.keyboard.press('Enter');
  await expectHighlightedPassage(page, agreement.name, SUPPLY_AGREEMENT);
  await page.goBack();
  await expect(question).toHaveValue(SUPPLY_AGREEMENT.question);
  await expect(answer).toContainText('nine months');
});

test('of two years that are asked for, the cell of each is marked', async ({ page, user: _, api }) => {
  const sheet = 'Item,2017,2018,2019\nWages,980.5,"1,005.0","1,076.7"\nPensions,960.0,"1,095.0","1,073.3"\n';
  const { id, name } = await api.upload(makeText('Personnel cost.csv', sheet));
  const question = 'What was the total pensions in 2018 and 2019?';
  await api.waitForSearchResult(question, id);
  await page.goto('/');
  await ask(page, question);
  const table = page.getByRole('region', { name: `Table of ${name}` });
  await expect(table.locator('mark')).toHaveText(['1,095.0', '1,073.3']);
  await expect(page.getByText('Pensions, 2018: 1,095.0; 2019: 1,073.3', { exact: true })).toBeVisible();
});
