import { expect, type Locator } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { test } from '../../support/fixtures/test.ts';

/** Returns where the text of an element begins and ends, in pixels from the left, and the element's edges. */
const measure = (element: Locator) =>
  element.evaluate((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const [text, box] = [range.getBoundingClientRect(), node.getBoundingClientRect()];
    return { textRight: text.right, boxRight: box.right, textLeft: text.left, boxLeft: box.left };
  });

test('a short Arabic name in a narrow column keeps its beginning and its extension', {
  tag: '@full',
}, async ({ page, user: _, api }) => {
  const { id } = await api.createFolder('Leases');
  for (const name of ['عقد الإيجار.txt', 'عقد الإيجار'])
    await api.upload(makeText(name, 'Rent'), { folderId: id });
  await page.goto(`/folder/${id}`);
  // As narrow as beside badges on a phone.
  await page.addStyleTag({ content: 'main td a { max-width: 3.5rem }' });

  const named = page.getByRole('table').getByRole('link', { name: 'عقد الإيجار.txt', exact: true });
  await expect(named.getByText('.txt', { exact: true })).toBeInViewport({ ratio: 1 });
  const beginning = await measure(named.getByText('عقد الإيجار', { exact: true }));
  expect(beginning.textRight).toBeLessThanOrEqual(beginning.boxRight + 1);
  expect(beginning.textLeft).toBeLessThan(beginning.boxLeft);

  const plain = page.getByRole('table').getByRole('link', { name: 'عقد الإيجار', exact: true });
  const whole = await measure(plain.locator('span'));
  expect(whole.textRight).toBeLessThanOrEqual(whole.boxRight + 1);
  expect(whole.textLeft).toBeLessThan(whole.boxLeft);
});
