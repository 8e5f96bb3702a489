import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { findIntegrityProblems } from '#server/database/backup/find-integrity-problems.ts';
import { makePdf } from '#server/engines/documents/testing/make-documents.ts';
import { verifyFiles } from '#server/modules/evidence/testing/verify-files.ts';
import { openAccessPage } from '#server/testing/link-client.ts';
import { receiveCode, WITH_MAIL } from '#server/testing/mailed-link-code.ts';
import { type TestApp, testWith } from '#server/testing/test-app.ts';

const test = testWith({ config: WITH_MAIL });

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const pdfOf = (...texts: string[]) => makePdf(texts.map((text) => [{ text, y: 700, size: 14 }]));
const asFile = (value: Buffer | string, filename = 'nda.pdf') => ({ name: 'file', value, filename });
const NAME = { name: 'name', value: 'NDA' };
const email = 'guest@example.test';

/** Creates terms of a document of two pages, and a link that asks for a code and for them. */
async function openTerms(testApp: TestApp) {
  const owner = await testApp.user();
  const folder = await owner.folder();
  const bytes = await pdfOf('Keep it confidential.', 'For five years.');
  const { status, body: terms } = await owner.form('/api/terms', [NAME, asFile(bytes)]);
  expect([status, terms.current.document]).toEqual([201, { name: 'nda.pdf', pages: 2 }]);
  const link = async () => {
    const targets = [{ kind: 'folder', id: folder.id }];
    const settings = { termsId: terms.id, requireCode: true };
    return (await owner.post('/api/links', { name: 'L', targets, settings })).body;
  };
  const opened = await link();
  const browser = openAccessPage(testApp.server, opened.url);
  return { owner, folder, bytes, terms, link, opened, browser };
}

async function problemsOf({ server: { services } }: TestApp): Promise<string[]> {
  const engine = services.config.databaseUrl === undefined ? 'sqlite' : 'postgres';
  return Array.fromAsync(findIntegrityProblems(services.db, engine));
}

const pathsOf = (url: string, versionId: number) => {
  const base = `/api/link-access/${url.split('/').at(-1)}/terms`;
  return [
    `${base}/document?termsVersionId=${versionId}`,
    `${base}/pages/1?width=240&termsVersionId=${versionId}`,
  ];
};

describe('terms of a document', () => {
  test('terms of a document are read as pages and text by the browser whose next step they are, and by no other', async ({
    testApp,
  }) => {
    const { owner, terms, link, opened, browser, folder } = await openTerms(testApp);
    const versionId = terms.current.id;
    const statuses = async (from = browser, url = opened.url, version = versionId) =>
      Promise.all(pathsOf(url, version).map(async (path) => (await from.get(path)).status));

    expect(await statuses()).toEqual([409, 409]);
    await browser.submit('email', { email });
    expect(await statuses()).toEqual([409, 409]);
    await browser.submit('code', { code: await receiveCode(testApp, browser) });
    const { terms: shown } = (await browser.page()).body;
    expect(shown).toEqual({
      ...{ versionId, name: 'NDA', text: '', requireSignature: false },
      document: { name: 'nda.pdf', pages: 2 },
    });
    const [document, page] = await Promise.all(
      pathsOf(opened.url, versionId).map((path) => browser.get(path)),
    );
    expect(document?.body).toEqual({
      pages: Array(2).fill({ width: 600, height: 800 }),
      text: 'Keep it confidential.\nFor five years.',
    });
    expect([page?.headers['content-type'], page?.bytes.subarray(0, 2).toString('hex')]).toEqual([
      'image/jpeg',
      'ffd8',
    ]);
    const [, first = ''] = pathsOf(opened.url, versionId);
    for (const number of ['0', '3'])
      expect((await browser.get(first.replace('/pages/1', `/pages/${number}`))).status).toBeOneOf([400, 404]);

    // Another browser, the same browser on another link, another version, and an unknown slug.
    const other = await link();
    expect(await statuses(openAccessPage(testApp.server, opened.url))).toEqual([409, 409]);
    expect(await statuses(browser, other.url)).toEqual([409, 409]);
    expect(await statuses(browser, opened.url, versionId + 1)).toEqual([409, 409]);
    expect(await statuses(browser, `/l/${'x'.repeat(22)}`)).toEqual([404, 404]);
    expect((await browser.get(`/api/terms/${terms.id}/document`)).status).toBe(401);

    await browser.submit('terms', { termsVersionId: versionId });
    expect(await statuses()).toEqual([409, 409]);
    await browser.submit('enter');
    expect((await browser.get(`/api/folders/${folder.id}`)).status).toBe(200);
    expect(await statuses()).toEqual([409, 409]);

    // A new version is asked of the visitor who is in.
    const next = await owner.form(`/api/terms/${terms.id}/versions`, [asFile(await pdfOf('Ten years.'))]);
    const { id, document: current } = next.body.current;
    expect([next.status, current.pages, next.body.versions.length]).toEqual([201, 1, 2]);
    expect((await browser.get(`/api/folders/${folder.id}`)).body.code).toBe('terms-required');
    expect(await statuses(browser, opened.url, id)).toEqual([200, 200]);
    await owner.patch(`/api/links/${opened.id}`, { disabled: true });
    expect(await statuses(browser, opened.url, id)).toEqual([404, 404]);
    await owner.delete(`/api/links/${opened.id}`);
    expect(await statuses(browser, opened.url, id)).toEqual([404, 404]);
  });

  test('terms of a document are signed with the hash of the document, which the PDF of the acceptance contains', async ({
    testApp,
  }) => {
    const { owner, terms, bytes, browser } = await openTerms(testApp);
    await browser.submit('email', { email: 'other@example.test' });
    await browser.submit('code', { code: await receiveCode(testApp, browser) });
    await browser.submit('terms', { termsVersionId: terms.current.id });
    await browser.submit('enter');
    const [acceptance] = (await owner.get('/api/terms/acceptances')).body;
    const pdf = (await owner.get(`/api/terms/acceptances/${acceptance.id}/pdf`)).bytes;
    const keys = (await owner.get('/api/evidence/key')).bytes.toString();
    const text = pdf.toString('latin1');
    expect(await verifyFiles(text, keys)).toEqual([expect.stringMatching(/^valid: Signed by key/)]);
    for (const [from, to] of [
      ['For five years', 'For nine years'],
      [hashOf(bytes), hashOf(pdf)],
    ] as const)
      expect(await verifyFiles(text.replaceAll(from, to), keys)).toEqual([expect.stringMatching(/^invalid/)]);
    const { statement } = JSON.parse(/^\{"format".*\}$/m.exec(text)?.[0] ?? '');
    expect(JSON.parse(statement).document).toEqual({ name: 'nda.pdf', sha256: hashOf(bytes) });
    const [, length = ''] = /\/Filter \/FlateDecode\s*\/Params <<[^>]*>>\s*\/Length (\d+)/.exec(text) ?? [];
    const start =
      text.indexOf('stream\n', text.search(/\/Filter \/FlateDecode\s*\/Params/)) + 'stream\n'.length;
    expect(hashOf(inflateSync(pdf.subarray(start, start + Number(length))))).toBe(hashOf(bytes));
    expect((await owner.get(`/api/terms/${terms.id}/document`)).bytes.equals(bytes)).toBe(true);
  });

  test('terms of a document stay as published when the file that they were copied from changes or is deleted', async ({
    testApp,
  }) => {
    const { server } = testApp;
    const [owner, unrelated] = [await testApp.user(), await testApp.user()];
    const folder = await owner.folder();
    await owner.post(`/api/folders/${folder.id}/share`, {});
    const bytes = await pdfOf('Confidential');
    const file = await owner.file({ folderId: folder.id, name: 'nda.pdf', content: bytes });
    const wish = { name: 'NDA', fileId: file.id };
    expect((await unrelated.post('/api/terms', wish)).status).toBe(404);
    const { status, body: terms } = await owner.post('/api/terms', wish);
    expect([status, terms.text]).toEqual([201, 'Confidential']);
    const path = `/api/terms/${terms.id}`;
    await owner.form(`/api/files/${file.id}/versions`, [asFile(await pdfOf('Public'))]);
    const unchanged = async () => (await owner.get(`${path}/document`)).bytes.equals(bytes);
    expect(await unchanged()).toBe(true);
    expect((await owner.post(`${path}/versions`, { fileId: file.id })).body.text).toBe('Public');
    const again = await owner.post(`${path}/versions`, { fileId: file.id });
    expect([again.status, again.body.fields]).toEqual([
      400,
      { file: expect.stringContaining('current document') },
    ]);
    await owner.delete(`/api/files/${file.id}`);
    await owner.delete(`/api/trash/files/${file.id}`);
    await testApp.finishJobs();
    expect((await owner.get(`${path}/document`)).status).toBe(200);
    // The bytes of both versions belong to the owner's quota, and the check misses them.
    const { db } = server.services;
    const versions = db.selectFrom('terms_versions').where('terms_id', '=', terms.id);
    const rows = await versions.innerJoin('blobs', 'blobs.key', 'blob_key').select('size').execute();
    expect(rows).toHaveLength(2);
    expect((await owner.get('/api/user/usage')).body.used.bytes).toBeGreaterThanOrEqual(
      rows.reduce((sum, { size }) => sum + size, 0),
    );
    expect(await problemsOf(testApp)).toEqual([]);
    const spoiled = { document_sha256: 'ff' };
    await db.updateTable('terms_versions').set(spoiled).where('terms_id', '=', terms.id).execute();
    expect(await problemsOf(testApp)).toEqual(
      Array(2).fill(expect.stringContaining('its document has no blob')),
    );
  });
});
