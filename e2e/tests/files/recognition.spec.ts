import { expect } from '@playwright/test';
import { makeScannedPdf } from '#server/testing/sample-documents/scanned-pdf.ts';
import { fileRow } from '../../support/actions/files-table.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test-with-ocr.ts';

test('a scan shows how it was recognized, and is recognized again in a chosen language', {
  tag: '@full',
}, async ({ page, user: _, api }) => {
  const scan = await api.upload(
    await makeScannedPdf('Scan.pdf', [
      'DELIVERY NOTE No. 4471',
      'One emission control unit',
      'Received in good order',
    ]),
  );
  await api.waitForExtraction(scan.id);
  await page.goto('/');
  await fileRow(page, 'Scan.pdf').getByRole('link', { name: 'Scan.pdf' }).click();
  const details = page.getByRole('region', { name: 'Text recognition' });
  await expect(details).toContainText('Recognized', { timeout: 60_000 });
  await expect(details).toContainText('English.');
  await details.getByRole('button', { name: 'Recognize Again…', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Recognize Again' });
  await expect(dialog.getByRole('checkbox', { name: 'English', exact: true })).toBeVisible();
  await expectAccessibleScreen(page, 'recognize a scan again');
  await dialog.getByRole('checkbox', { name: 'English', exact: true }).check();
  await dialog.getByRole('button', { name: 'Recognize', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(details).toContainText('Waiting');
  await expect(details).toContainText('Confidence', { timeout: 60_000 });
});
