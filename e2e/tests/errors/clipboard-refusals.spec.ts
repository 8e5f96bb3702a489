import { expect } from '@playwright/test';
import { findToasts } from '../../support/actions/toasts.ts';
import { test } from '../../support/fixtures/test.ts';

test('a token that the browser does not copy is said not to be copied', { tag: '@full' }, async ({
  page,
  user: _,
}) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('No.', 'NotAllowedError'));
  });
  await page.goto('/settings?tab=security');
  await page.getByRole('button', { name: 'Create API Token' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Export');
  await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click();
  const copy = page.getByRole('dialog').getByRole('button', { name: 'Copy Token' });
  await copy.click();
  await expect(findToasts(page, 'The text could not be copied')).toContainText(
    'Select the text and copy it.',
  );
  await expect(copy).toHaveText('Copy Token');
});
