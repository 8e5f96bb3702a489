import { expect } from '@playwright/test';
import { test } from '../../support/fixtures/test.ts';

test('forms of a room lead to the field that they need', { tag: '@full' }, async ({ page, user: _, api }) => {
  const { id } = await api.createFolder('Deal');
  await page.request.post('/api/rooms', { data: { folderId: id } });
  for (const [path, button, label] of [
    ['groups', 'Create Group', 'Name of the new group'],
    ['requests', 'Add Request', 'New request'],
    ['settings?tab=staff', 'Appoint', 'Email of an account'],
  ] as const) {
    await page.goto(`/rooms/${id}/${path}`);
    await page.getByRole('button', { name: button }).click();
    const field = page.getByLabel(label);
    await expect(field).toBeFocused();
    // The browser shows and announces the reason.
    expect(await field.evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true);
  }
});
