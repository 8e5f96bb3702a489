import { expect } from '@playwright/test';
import { makeProtectedPdf } from '#server/engines/documents/testing/make-documents.ts';
import {
  makeCompoundFile,
  makeDoc,
  makeMsg,
} from '#server/engines/documents/testing/make-legacy-office-files.ts';
import { makeOdf } from '#server/engines/documents/testing/make-open-documents.ts';
import { openFilePage } from '#server/testing/browser/open-file-page.ts';
import { makeBinaryDocument } from '#server/testing/sample-documents/sample-documents.ts';
import { test } from '../../support/fixtures/test.ts';

const ENCRYPTED = makeCompoundFile({ EncryptionInfo: Buffer.alloc(64), EncryptedPackage: Buffer.alloc(600) });
const MANIFEST = '<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>';
const PROTECTED = {
  'deed.pdf': await makeProtectedPdf('secret'),
  'deed.docx': ENCRYPTED,
  'deed.pptx': ENCRYPTED,
  'deed.xlsx': ENCRYPTED,
  'deed.doc': makeDoc([{ text: 'secret' }], { flags: 0x100 }),
  'deed.odt': makeOdf('text', '', { manifest: MANIFEST }),
  'deed.msg': makeMsg({ '001A': 'IPM.Note.SMIME' }),
};

test('password-protected files offer a download', { tag: '@full' }, async ({ page, user: _, api }) => {
  for (const [name, bytes] of Object.entries(PROTECTED)) {
    const { id } = await api.upload(makeBinaryDocument(name, bytes));
    const sentence = await openFilePage(page, id);
    expect([name, sentence]).toEqual([
      name,
      expect.stringContaining('password-protected; download it to open it'),
    ]);
    await expect(page.getByRole('button', { name: /^Download/ }).first(), name).toBeVisible();
  }
});

test('password-protected restricted files say whom to ask', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  for (const name of ['deed.pdf', 'deed.docx', 'deed.xlsx'] as const) {
    const { id } = await api.upload(makeBinaryDocument(name, PROTECTED[name]), { allowDownload: false });
    await page.goto(`/file/${id}`);
    await expect(page.getByText('ask its owner for a copy without a password'), name).toBeVisible();
    await expect(page.getByRole('button', { name: /^Download/ })).toHaveCount(0);
  }
});
