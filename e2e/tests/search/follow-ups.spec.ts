import { expect } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { ask } from '../../support/actions/search-bar.ts';
import {
  expectAccessibleScreen,
  expectNoHorizontalScroll,
} from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';

const HAMBURG = 'What is the notice period of the lease in Hamburg?';

test('a follow-up question is completed from the question before', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  const leases = ['Hamburg', 'Oslo'].map((city, index) =>
    makeText(`Lease ${city}.txt`, `The notice period of the lease in ${city} is ${index + 6} months.`),
  );
  for (const lease of leases) {
    const { id } = await api.upload(lease);
    await api.waitForSearchResult(lease.name, id);
  }
  await page.goto('/');
  await ask(page, HAMBURG);
  const results = page.getByRole('region', { name: 'Search results' });
  const answer = page.getByRole('region', { name: 'Answer' });
  await expect(answer).toContainText('6 months');
  await ask(page, 'and in Oslo?');
  await expect(results).toContainText(
    'Asked as a follow-up: What is the notice period of the lease in Oslo?',
  );
  await expect(answer).toContainText('7 months');
  await results.getByRole('link', { name: 'Show on a page with filters' }).click();

  const question = page.getByRole('combobox', { name: 'Ask about your documents' });
  await expect(question).toHaveValue('What is the notice period of the lease in Oslo?');
  await question.fill('And Hamburg?');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Asked as a follow-up:')).toBeVisible();
  await expect(question).toHaveValue(HAMBURG);
  await expect(answer).toContainText('6 months');
  await expectAccessibleScreen(page, 'search page with a follow-up question');
  await page.setViewportSize({ width: 380, height: 800 });
  await expectNoHorizontalScroll(page, 'search page with a follow-up question on a phone');
  await page.getByRole('button', { name: 'Search Only What I Typed' }).click();
  await expect(question).toHaveValue('And Hamburg?');
  await expect(page.getByText('Asked as a follow-up:')).toBeHidden();
});
