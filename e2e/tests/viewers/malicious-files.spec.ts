import { expect, type Page, test } from '@playwright/test';
import { makeMsg } from '#server/engines/documents/testing/make-legacy-office-files.ts';
import { createBrowserApi } from '#server/testing/browser/browser-api.ts';
import { openFilePage, watchForbiddenActions } from '#server/testing/browser/open-file-page.ts';
import type { SampleDocument } from '#server/testing/sample-documents/sample-documents.ts';
import { makeBinaryDocument } from '#server/testing/sample-documents/sample-documents.ts';
import { pdfViewerFrame } from '../../support/actions/pdf-viewer.ts';
import { newAccount } from '../../support/fixtures/test.ts';
import { ATTACK_PAGE } from '../../support/malicious-files/malicious-documents.ts';
import {
  listDecompressionBombs,
  makeMaliciousPptx,
  makeMaliciousXlsx,
} from '../../support/malicious-files/malicious-office-files.ts';
import { listPolyglotFiles } from '../../support/malicious-files/polyglot-files.ts';

const DAMAGED =
  'This file is damaged, or its content does not match its extension. Download it to open it.Download';
const EMPTY = 'This file is empty.Download';
const TOO_LARGE = 'This file is too large to show here. Download it to open it.Download';

/** Uploads each file, opens it and returns the forbidden actions that it took. */
async function openEach(
  page: Page,
  origin: string,
  documents: readonly SampleDocument[],
  check: (id: number, name: string) => Promise<unknown>,
): Promise<unknown[]> {
  const forbiddenActions = watchForbiddenActions(page.context(), origin);
  const api = createBrowserApi(page.context().request);
  await api.register(newAccount());
  const found: unknown[] = [];
  for (const document of documents) {
    const { id, name } = await api.upload(document);
    found.push([name, await check(id, name), forbiddenActions.take()]);
  }
  return found;
}

test('macros and external references in Office files have no effect', { tag: '@full' }, async ({
  page,
  baseURL,
}) => {
  const message = makeBinaryDocument('hostile.msg', makeMsg({ '0037': 'quiet text', '1013': ATTACK_PAGE }));
  const documents = [makeMaliciousPptx(), makeMaliciousXlsx(), message];
  const found = await openEach(page, baseURL ?? '', documents, async (id, name) => {
    const sentence = await openFilePage(page, id);
    const shown = name.endsWith('.pptm') ? pdfViewerFrame(page, name) : page;
    if (!name.endsWith('.msg')) await expect(shown.getByText('quiet text').first(), name).toBeVisible();
    // Links inside the document lead nowhere.
    for (const frame of page.frames()) {
      const links = frame.locator(
        '[href^="javascript" i], [href^="file" i], script:not([src]), iframe[srcdoc]',
      );
      expect(await links.count(), name).toBe(0);
    }
    await shown
      .getByText('quiet text')
      .first()
      .click({ timeout: 2_000 })
      .catch(() => undefined);
    return sentence;
  });
  expect(found).toEqual(documents.map(({ name }) => [name, undefined, []]));
});

test('decompression bombs are rejected by the viewers', { tag: '@full' }, async ({ page, baseURL }) => {
  const found = await openEach(page, baseURL ?? '', listDecompressionBombs(), (id) => openFilePage(page, id));
  expect(found).toEqual([
    ['laughs.docx', DAMAGED, []],
    // Entities are neither expanded nor fetched: the slide stays empty, the cell shows their names.
    ['laughs.pptx', undefined, []],
    ['laughs.xlsx', undefined, []],
    ...['says.docx', 'says.pptx', 'says.xlsx'].map((name) => [name, TOO_LARGE, []]),
    ['hides.docx', DAMAGED, []],
    ['hides.pptx', EMPTY, []],
    ['hides.xlsx', DAMAGED, []],
  ]);
});

test('polyglot files never run as scripts', { tag: '@full' }, async ({ page, baseURL }) => {
  const documents = await listPolyglotFiles();
  const found = await openEach(page, baseURL ?? '', documents, async (id) => {
    await openFilePage(page, id);
    const address = `/api/files/${id}/view`;
    const asScript = await page.addScriptTag({ url: address }).then(
      () => 'ran',
      () => 'refused',
    );
    await page.evaluate(OPEN_IN_FRAME, address);
    // Navigating to an attachment leaves the browser on its page.
    await page.goto(address).catch(() => undefined);
    return asScript;
  });
  expect(found).toEqual(documents.map(({ name }) => [name, 'refused', []]));
});

/** Loads an address in a frame and waits for it. Runs in the page, untyped. */
const OPEN_IN_FRAME = `(address) => new Promise((done) => {
  const frame = Object.assign(document.createElement('iframe'), { src: address, onload: done });
  document.body.append(frame);
  setTimeout(done, 1000);
})`;
