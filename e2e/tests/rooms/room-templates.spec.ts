import { expect } from '@playwright/test';
import { failRequest } from '../../support/actions/fail-request.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';

test('a room is created from a template, saved as one, and the template deleted', { tag: '@full' }, async ({
  page,
  user: _,
  consoleErrors,
}) => {
  await page.goto('/');
  // This works for a user who has no room yet.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Rooms' }).click();
  await page.getByRole('button', { name: 'New Room' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New Room' });
  await dialog.getByLabel('Name', { exact: true }).fill('Project Heron');
  await dialog.getByLabel('Template').selectOption('Financing round');
  await expect(dialog).toContainText('3 groups');
  await expectAccessibleScreen(page, 'dialog of a new room');
  let stopFailing = await failRequest(page, consoleErrors, 'POST /api/rooms');
  await page.keyboard.press('Enter');
  await expect(findToasts(page, 'Failed to create the new room')).toContainText('Not now.');
  await stopFailing();
  await dialog.getByRole('button', { name: 'Create Room' }).click();
  await expect(page.getByRole('heading', { name: 'Project Heron' })).toBeVisible();
  await expect(page.getByRole('main').getByText('Closing Documents')).toBeVisible();

  const id = page.url().split('/').at(-1);
  await page.goto(`/rooms/${id}/settings`);
  const save = page.getByRole('button', { name: 'Save as Template' });
  stopFailing = await failRequest(page, consoleErrors, 'POST /api/room-templates');
  await save.click();
  await expect(findToasts(page, 'Failed to save the template')).toContainText('Not now.');
  await stopFailing();
  await save.click();
  await expect(findToasts(page, 'The template is saved')).toBeVisible();

  await page.goto('/rooms');
  const remove = page.getByRole('button', { name: 'Delete Project Heron' });
  await expect(remove).toBeVisible();
  await expectAccessibleScreen(page, 'rooms with saved templates');
  const { id: templateId } = (await (await page.request.get('/api/room-templates')).json()).at(-1);
  stopFailing = await failRequest(page, consoleErrors, `DELETE /api/room-templates/${templateId}`);
  await remove.click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(findToasts(page, 'Failed to delete the template')).toContainText('Not now.');
  await stopFailing();
  await remove.click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(remove).toBeHidden();
});
