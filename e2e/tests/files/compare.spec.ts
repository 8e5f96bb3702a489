import { expect } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';

const CLAUSES = Array.from(
  { length: 30 },
  (_, index) => `Clause ${index + 1} of this lease stays as it was.`,
);
const MOVED = 'The landlord repairs the roof of the building before the first day of May.';
const FIRST = ['Lease', 'The rent is 900 euros a month.', MOVED, ...CLAUSES, 'Pets are not allowed.'];
const SECOND = ['Lease', 'The rent is 950 euros a month.', ...CLAUSES, MOVED];

// Two pages take turns only where motion is welcome.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('versions are compared side by side, by keys and without what is unchanged', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  const { id } = await api.upload(makeText('Lease.txt', FIRST.join('\n\n')));
  await page.goto(`/file/${id}/compare`);
  await expect(page.getByText('Nothing to compare yet')).toBeVisible();
  await page.goto(`/file/${id}/versions?upload`);
  const dialog = page.getByRole('dialog', { name: 'Upload New Version' });
  const changed = makeText('Lease.txt', SECOND.join('\n\n'));
  await dialog.getByLabel('Choose File', { exact: true }).setInputFiles(changed);
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  const compared = page.getByRole('link', { name: 'Compare version 1 with current' });
  await expect(compared).toBeVisible();
  // The text of the new version may still be extracted, and until then the answer is 409.
  const status = async () => (await page.request.get(`/api/files/${id}/compare?a=1&b=2`)).status();
  await expect.poll(status).toBe(200);
  await compared.click();
  await expect(page.getByText('3 changes: 1 replaced, 1 removed, 1 moved')).toBeVisible();
  const texts = page.getByRole('region', { name: 'Compared texts' });
  await expect(texts.getByRole('deletion').filter({ hasText: '900' })).toBeVisible();
  await expect(texts.getByRole('insertion').filter({ hasText: '950' })).toBeVisible();
  await expectAccessibleScreen(page, 'compared versions');

  await page.keyboard.press('n');
  await expect(page.getByText('1 of 3')).toBeVisible();
  await page.keyboard.press('p');
  await expect(page.getByText('3 of 3')).toBeVisible();
  await page.getByRole('switch', { name: 'Only changes' }).click();
  await expect(texts.getByText('30 unchanged paragraphs')).toBeVisible();
  await texts.getByRole('button', { name: 'Moved away' }).click();
  await expect(texts.getByRole('button', { name: 'Moved here' })).toBeVisible();

  await page.getByLabel('Compare', { exact: true }).selectOption('pages');
  for (const version of [1, 2])
    await expect(
      page.getByRole('img', { name: `Page 1 of version ${version}, changes marked` }),
    ).toBeVisible();
  await expectAccessibleScreen(page, 'compared pages');
  await page.getByLabel('View').selectOption('slider');
  await expect(page.getByRole('slider', { name: 'Share of the older version' })).toBeVisible();
  await page.getByLabel('View').selectOption('blink');
  await page.getByRole('button', { name: 'Stop Blinking' }).click();
  await page.getByLabel('Compare', { exact: true }).selectOption('text');

  await expect(page.getByLabel('From').getByRole('option', { name: /^Version 2/ })).toHaveCount(0);
  await page.goto(`/file/${id}/compare?a=2&b=2`);
  await expect(page.getByText('No changes in the text')).toBeVisible();
});
