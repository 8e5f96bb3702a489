import { expect } from '@playwright/test';
import { changeStart } from '../../support/actions/change-start.ts';
import { test } from '../../support/fixtures/test.ts';

test('an empty home page explains the first steps', { tag: '@full' }, async ({ page, user }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: `Account menu of ${user.username}` })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText('No folders found')).toBeVisible();
  await expect(
    main.getByText('Create your first folder to start organizing your files in a structured way'),
  ).toBeVisible();
  await expect(main.getByText('No files found')).toBeVisible();
  await expect(main.getByText('Upload your first file to get started')).toBeVisible();
  await expect(
    page.getByRole('complementary', { name: 'Sidebar' }).getByText('No recent files'),
  ).toBeVisible();
});

test('the home page shows a loading state', { tag: '@full' }, async ({ page, user: _ }) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await changeStart(page, () => ({ home: null }));
  await page.route('**/api/files*', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto('/');
  await expect(page.getByRole('main').getByText('Loading your files and folders')).toBeVisible();
  resolve();
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
});

test('a home page that failed to load can be retried', { tag: '@full' }, async ({ page, user: _ }) => {
  await changeStart(page, () => ({ home: null }));
  await page.route('**/api/folders*', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Error loading data' })).toBeVisible();
  await expect(page.getByText('Please try refreshing the page')).toBeVisible();
  await page.unroute('**/api/folders*');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
});
