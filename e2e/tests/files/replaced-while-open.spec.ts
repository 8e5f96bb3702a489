import { expect, type Page } from '@playwright/test';
import { makePdf, makeText, type SampleDocument } from '#server/testing/sample-documents/sample-documents.ts';
import { pdfViewerFrame } from '../../support/actions/pdf-viewer.ts';
import { test } from '../../support/fixtures/test.ts';

async function replace(page: Page, id: number, file: SampleDocument): Promise<void> {
  const response = await page.request.post(`/api/files/${id}/versions`, { multipart: { file } });
  expect(response.status()).toBe(201);
}

const makePlan = (heading: string) => makePdf('Plan.pdf', [{ heading, paragraphs: [] }]);

test('an open document gives way to its new version, and a notice says so', async ({
  page,
  user: _,
  api,
}) => {
  const { id: folderId } = await api.createFolder('Contracts');
  const text = await api.upload(makeText('Offer.txt', 'First price'), { folderId });
  const pdf = await api.upload(await makePlan('First plan'), { folderId });
  const notice = page.getByText('This file was changed while it was open. Version 2 is shown now.');

  await page.goto(`/file/${text.id}`);
  await expect(page.getByText('First price')).toBeVisible();
  await replace(page, text.id, makeText('Offer.txt', 'Second price'));
  await expect(page.getByText('Second price')).toBeVisible();
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toBeHidden();

  await page.goto(`/file/${pdf.id}`);
  const frame = pdfViewerFrame(page, 'Plan.pdf');
  await expect(frame.getByText('First plan')).toBeVisible();
  await replace(page, pdf.id, await makePlan('Second plan'));
  await expect(frame.getByText('Second plan')).toBeVisible();
  await expect(notice).toBeVisible();
});
