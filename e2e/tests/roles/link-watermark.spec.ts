import { expect } from '@playwright/test';
import { createPdf } from '#server/testing/sample-documents/sample-documents.ts';
import { failRequest } from '../../support/actions/fail-request.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { newAccount, test } from '../../support/fixtures/test.ts';

test('an owner designs a watermark for a link, whose visitor sees it and is remembered until they leave', {
  tag: '@full',
}, async ({ page, newBrowser, consoleErrors }) => {
  const owner = await newBrowser();
  await owner.api.register(newAccount());
  const folder = await owner.api.createFolder('Sale of Northwind');
  const pdf = await createPdf();
  pdf.addPage([300, 400]);
  const buffer = Buffer.from(await pdf.save());
  await owner.api.upload({ name: 'Lease.pdf', mimeType: 'application/pdf', buffer }, { folderId: folder.id });

  await test.step('the owner creates the watermark with a preview', async () => {
    await owner.page.goto('/settings?tab=terms');
    await owner.page.getByRole('button', { name: 'Create Watermark' }).click();
    const dialog = owner.page.getByRole('dialog', { name: 'Create Watermark' });
    await expect(dialog.getByAltText('An empty page with the watermark')).toBeVisible();
    await dialog.getByLabel('Name').fill('Strict');
    await dialog.getByLabel('Text').fill('Confidential {date}');
    await dialog.getByRole('button', { name: 'Create Watermark' }).click();
    await expect(dialog.getByText('Add {name} or {email}.')).toBeVisible();
    await dialog.getByLabel('Text').fill('For {email} only');
    await dialog.getByLabel('Color').selectOption('Red');
    await expectAccessibleScreen(owner.page, 'create watermark');
    const stopFailing = await failRequest(owner.page, consoleErrors, 'POST /api/watermarks');
    await dialog.getByRole('button', { name: 'Create Watermark' }).click();
    await expect(findToasts(owner.page, 'The watermark could not be saved')).toContainText('Not now.');
    await stopFailing();
    await dialog.getByRole('button', { name: 'Create Watermark' }).click();
    await expect(findToasts(owner.page, 'Watermark saved')).toContainText('Strict');
    await expect(owner.page.getByRole('list', { name: 'Watermarks' })).toContainText(
      'For {email} only · not used',
    );
  });

  const url = await test.step('the owner chooses it in a link that remembers browsers', async () => {
    await owner.page.goto(`/folder/${folder.id}`);
    const links = owner.page.getByRole('region', { name: 'Links' });
    await links.getByRole('button', { name: 'Create Link' }).click();
    const dialog = owner.page.getByRole('dialog', { name: 'Create Link' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Fund X');
    await dialog.getByText('Details', { exact: true }).click();
    await expect(dialog.getByLabel('Remember browsers for')).toHaveValue('7');
    await dialog.getByLabel('Watermark').selectOption('Strict');
    await expectAccessibleScreen(owner.page, 'details of a link');
    await dialog.getByRole('button', { name: 'Create Link' }).click();
    await expect(links.getByText('No visits yet')).toBeVisible();
    const listed = await owner.page.request.get(`/api/links?kind=folder&id=${folder.id}`);
    const [link] = await listed.json();
    expect(link.watermark.name).toBe('Strict');
    return String(link.url);
  });

  await test.step('the visitor enters, sees marked pages, and is remembered in this browser', async () => {
    await page.goto(url);
    await page.getByLabel('Your email address').fill('buyer@example.com');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: folder.name, level: 1 })).toBeVisible();
    const [{ id }] = await (await page.request.get(`/api/files?folderId=${folder.id}`)).json();
    expect((await (await page.request.get(`/api/files/${id}/pages`)).json()).isWatermarked).toBe(true);
    await page.goto('about:blank');
    await page.context().clearCookies({ name: 'muniment_session' });
    await page.goto(url);
    await expectAccessibleScreen(page, 'access page of a remembered browser');
    await page.getByRole('button', { name: 'View documents' }).click();
    await expect(page.getByRole('heading', { name: folder.name, level: 1 })).toBeVisible();
  });

  await test.step('who leaves is asked again', async () => {
    await page.goto('about:blank');
    await page.request.post(`/api/link-access/${url.split('/').at(-1)}/leave`);
    await page.goto(url);
    await expect(page.getByLabel('Your email address')).toBeVisible();
  });

  await test.step('a watermark in use is kept, and deleted once no link uses it', async () => {
    const [watermark] = await (await owner.page.request.get('/api/watermarks')).json();
    consoleErrors.expectFailedRequest(`409 DELETE /api/watermarks/${watermark.id}`);
    await owner.page.goto('/settings?tab=terms');
    const remove = async () => {
      await owner.page.getByRole('button', { name: 'Actions for Strict' }).click();
      await owner.page.getByRole('menuitem', { name: 'Delete' }).click();
      await owner.page.getByRole('button', { name: 'Delete', exact: true }).click();
    };
    await remove();
    await expect(findToasts(owner.page, 'Failed to delete the watermark')).toBeVisible();
    const [link] = await (await owner.page.request.get(`/api/links?kind=folder&id=${folder.id}`)).json();
    await owner.page.request.patch(`/api/links/${link.id}`, { data: { settings: { watermarkId: null } } });
    await remove();
    await expect(findToasts(owner.page, 'Watermark deleted')).toContainText('Strict');
  });
});
