import { expect, type Page } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { listGroupMembers } from '#shared/contracts/rooms/groups/group-members.ts';
import { listGroups } from '#shared/contracts/rooms/groups/groups.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';

const main = (page: Page) => page.getByRole('main');

test('a manager makes a room, adds a group and sets what its member sees', async ({
  page,
  user: _,
  api,
  newBrowser,
}) => {
  const { id: roomId } = await api.createFolder('Project Otter');
  const finance = await api.createFolder('Finance', roomId);
  await api.createFolder('Personnel', roomId);
  const salaries = await api.createFolder('Salaries', finance.id);
  await api.upload(makeText('Budget.txt', 'Next year'), { folderId: finance.id });
  await api.upload(makeText('Payroll.txt', 'Names'), { folderId: salaries.id });

  await page.goto(`/folder/${roomId}`);
  await page.getByRole('button', { name: 'Make This Folder a Room' }).click();
  await main(page).getByRole('link', { name: 'Groups' }).click();
  await expect(page.getByText('No groups yet')).toBeVisible();
  await page.getByLabel('Name of the new group').fill('Bidder A');
  await page.getByRole('button', { name: 'Create Group' }).click();
  await page.getByLabel('Add members to Bidder A').fill('ada@bidder.example, nobody');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('nobody: Please enter a valid email address')).toBeVisible();
  await expect(page.getByText('ada@bidder.example Visitor')).toBeVisible();
  await expectAccessibleScreen(page, 'groups of a room');

  await main(page).getByRole('link', { name: 'Permissions' }).click();
  const level = (folder: string) => page.getByLabel(`Bidder A in ${folder}`, { exact: true });
  await level('Finance').selectOption('View');
  await expect(level('Finance')).toHaveValue('view');
  await page.getByRole('button', { name: 'Show the content of Finance' }).click();
  await expect(level('Salaries')).toContainText('View (inherited)');
  await level('Salaries').selectOption('None');
  await expect(level('Salaries')).toHaveValue('none');
  await level('Finance').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(level('Salaries')).toBeFocused();
  await level('Personnel').selectOption('Original');
  await expect(level('Personnel')).toHaveValue('original');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(level('Personnel')).toHaveValue('');
  await expectAccessibleScreen(page, 'permissions of a room');
  await page.goto(`/folder/${finance.id}`);
  await expect(page.getByText('Visible to 1 group: Bidder A (view)')).toBeVisible();

  const [group] = await api.call(listGroups, undefined, `/api/rooms/${roomId}/groups`);
  const [member] = await api.call(listGroupMembers, undefined, `/api/groups/${group?.id}/members`);
  const visitor = await newBrowser();
  await visitor.page.goto(member?.inviteUrl ?? '');
  await expect(main(visitor.page).getByRole('link', { name: 'Finance' })).toBeVisible();
  await expect(visitor.page.getByText('Personnel')).toHaveCount(0);
  await main(visitor.page).getByRole('link', { name: 'Finance' }).click();
  await expect(main(visitor.page).getByRole('link', { name: 'Budget.txt' })).toBeVisible();
  await expect(visitor.page.getByText('Salaries')).toHaveCount(0);

  await visitor.page.goto('/');
  await main(visitor.page).getByRole('link', { name: 'Requests' }).click();
  await expect(visitor.page.getByRole('heading', { name: 'Requests', level: 1 })).toBeVisible();
  await expect(visitor.page.getByText('Requests that are assigned to your group appear here.')).toBeVisible();
  await visitor.page.goto('/search?q=Next%20year');
  await expect(visitor.page.getByRole('region', { name: 'Visitor Mode' })).toBeVisible();
  await expect(main(visitor.page).getByRole('combobox', { name: 'Ask about your documents' })).toHaveValue(
    'Next year',
  );
});
