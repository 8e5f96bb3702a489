import { writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { dragOnto } from '../../support/actions/drag-onto.ts';
import { dropFiles } from '../../support/actions/drop-files.ts';
import { fileRow } from '../../support/actions/files-table.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { test } from '../../support/fixtures/test.ts';

test('a file dragged onto a folder moves and the move can be undone', async ({ page, user: _, api }) => {
  const { id } = await api.createFolder('Contracts');
  const file = await api.upload(makeText('Letter.txt', 'Dear all'));
  await api.waitForExtraction(file.id);
  await page.goto('/');
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Contracts' });
  await dragOnto(fileRow(page, 'Letter.txt'), card);
  await expect(findToasts(page, 'File moved')).toBeVisible();
  await page.goto(`/folder/${id}`);
  await expect(fileRow(page, 'Letter.txt')).toBeVisible();

  await dragOnto(
    fileRow(page, 'Letter.txt'),
    page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('Home'),
  );
  await expect(page.getByText('No files found')).toBeVisible();
  await findToasts(page, 'File moved').getByRole('button', { name: 'Undo' }).click();
  await expect(fileRow(page, 'Letter.txt')).toBeVisible();
});

test('folders can be dragged in the list and tree, except into themselves', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  const archive = await api.createFolder('Archive');
  const contracts = await api.createFolder('Contracts');
  const leases = await api.createFolder('Leases', contracts.id);
  await page.goto('/');
  const node = (name: string) => page.getByRole('treeitem', { name, exact: true });
  await dragOnto(node('Contracts'), node('Leases'));
  await expect(findToasts(page, 'Invalid Move')).toContainText(
    'Cannot move a folder into one of its descendants.',
  );
  const card = (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name });
  await dragOnto(card('Contracts'), card('Archive'));
  await expect(findToasts(page, 'Folder moved')).toBeVisible();
  await expect(node('Contracts')).toHaveAttribute('aria-level', '2');
  await expect(card('Contracts')).toBeHidden();
  await dragOnto(node('Leases'), page.getByRole('link', { name: 'Home', exact: true }));
  await expect(node('Leases')).toHaveAttribute('aria-level', '1');
  for (const [{ id }, parentId] of [
    [archive, null],
    [contracts, archive.id],
    [leases, null],
  ] as const)
    expect(await (await page.request.get(`/api/folders/${id}`)).json()).toMatchObject({ parentId });
});

test('a rejected drag reverts and shows the error', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  consoleErrors,
}) => {
  await api.createFolder('Contracts');
  const { id } = await api.upload(makeText('Letter.txt', 'Dear all'));
  await page.goto('/');
  await page.route('**/api/files/*/move', (route) =>
    route.fulfill({ status: 409, json: { error: 'This folder is full.', code: 'conflict' } }),
  );
  consoleErrors.expectFailedRequest(`409 PATCH /api/files/${id}/move`);
  const node = (name: string) => page.getByRole('treeitem', { name, exact: true });
  await dragOnto(node('Letter.txt'), node('Contracts'));
  await expect(findToasts(page, 'Failed to move file')).toContainText('This folder is full.');
  await expect(node('Letter.txt')).toHaveAttribute('aria-level', '1');
});

test('files dropped from the desktop upload into the target folder', async ({
  page,
  user: _,
  api,
}, testInfo) => {
  const { id } = await api.createFolder('Contracts');
  const path = testInfo.outputPath('Letter.txt');
  await writeFile(path, 'Dear all');
  await page.goto('/');
  await dropFiles(page, [path], page.getByRole('treeitem', { name: 'Contracts' }));
  await expect(findToasts(page, 'File uploaded')).toBeVisible();
  await page.goto(`/folder/${id}`);
  await expect(fileRow(page, 'Letter.txt')).toBeVisible();
});

test('files dropped outside a target are ignored', { tag: '@full' }, async ({ page, user: _ }, testInfo) => {
  const path = testInfo.outputPath('Letter.txt');
  await writeFile(path, 'Dear all');
  await page.goto('/settings');
  await dropFiles(page, [path]);
  await page.getByRole('main').getByRole('heading', { level: 1 }).click();
  await expect(page).toHaveURL(/\/settings$/);
});
