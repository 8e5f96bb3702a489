import { createHash } from 'node:crypto';
import { describe, expect } from 'vitest';
import { verifyFiles } from '#server/modules/evidence/testing/verify-files.ts';
import { listAuditEvents } from '#server/testing/audit-events.ts';
import { openAccessPage } from '#server/testing/link-client.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';

type Owner = Awaited<ReturnType<TestApp['user']>>;

const TEXT = 'Keep everything confidential.\nВсё конфиденциально.';
const CHANGED = [409, 'The terms have changed. Please read the current version.'];

async function openTerms(testApp: TestApp, settings: object = {}) {
  const owner: Owner = await testApp.user();
  const folder = await owner.folder('Secret name');
  const { body: terms } = await owner.post('/api/terms', { name: 'NDA', text: TEXT });
  const targets = [{ kind: 'folder', id: folder.id }];
  const wish = { name: 'L', targets, settings: { termsId: terms.id, ...settings } };
  const { body: link } = await owner.post('/api/links', wish);
  const browser = openAccessPage(testApp.server, link.url);
  await browser.submit('email', { email: 'guest@example.test' });
  const publish = async (text: string) =>
    (await owner.post(`/api/terms/${terms.id}/versions`, { text })).body.current.id as number;
  return { owner, folder, terms, link, browser, publish };
}

describe('terms', () => {
  test('terms have versions, of which the newest is current', async ({ testApp }) => {
    const owner = await testApp.user();
    const { status, body } = await owner.post('/api/terms', { name: ' NDA ', text: 'One\r\nTwo ' });
    expect([status, body.name, body.text, body.current.number]).toEqual([201, 'NDA', 'One\nTwo', 1]);
    const second = await owner.post(`/api/terms/${body.id}/versions`, { text: 'Three' });
    expect([second.status, second.body.current.number, second.body.text]).toEqual([201, 2, 'Three']);
    const same = await owner.post(`/api/terms/${body.id}/versions`, { text: 'Three' });
    expect([same.status, Object.keys(same.body.fields)]).toEqual([400, ['text']]);
    await owner.patch(`/api/terms/${body.id}`, { name: 'Agreement' });
    expect((await owner.get('/api/terms')).body).toMatchObject([
      { name: 'Agreement', current: { number: 2 }, links: 0, acceptances: 0 },
    ]);
    expect((await owner.post('/api/terms', { name: 'Empty', text: '  ' })).status).toBe(400);
    expect((await owner.post('/api/terms', { name: 'Long', text: 'a'.repeat(50_001) })).status).toBe(400);
  });

  test('terms that a link asks for cannot be deleted', async ({ testApp }) => {
    const { owner, terms, link } = await openTerms(testApp);
    expect((await owner.delete(`/api/terms/${terms.id}`)).status).toBe(409);
    await owner.delete(`/api/links/${link.id}`);
    expect((await owner.delete(`/api/terms/${terms.id}`)).status).toBe(200);
    expect((await owner.get(`/api/terms/${terms.id}`)).status).toBe(404);
  });

  test('a link cannot ask for terms of somebody else', async ({ testApp }) => {
    const { terms } = await openTerms(testApp);
    const other = await testApp.user();
    const folder = await other.folder();
    const wish = { name: 'L', targets: [{ kind: 'folder', id: folder.id }] };
    const settings = { termsId: terms.id };
    expect((await other.post('/api/links', { ...wish, settings })).status).toBe(404);
    const { body: link } = await other.post('/api/links', wish);
    expect((await other.patch(`/api/links/${link.id}`, { settings })).status).toBe(404);
    expect((await other.get('/api/terms/acceptances')).body).toEqual([]);
  });
});

describe('the terms step', () => {
  test('the text is shown once the other steps are completed, and accepting it opens the link', async ({
    testApp,
  }) => {
    const { owner, folder, terms, link, browser } = await openTerms(testApp);
    const newBrowser = openAccessPage(testApp.server, link.url);
    expect((await newBrowser.page()).body).not.toHaveProperty('terms');
    expect((await browser.submit('enter')).status).toBe(409);
    const { body: page } = await browser.page();
    const shown = { versionId: terms.current.id, name: 'NDA', text: TEXT, requireSignature: false };
    expect([page.steps, page.terms]).toEqual([['terms'], shown]);
    const versionId = terms.current.id;
    expect((await newBrowser.submit('terms', { termsVersionId: versionId })).status).toBe(409);
    expect((await browser.submit('terms', { termsVersionId: versionId })).body).toEqual({ steps: [] });
    expect((await browser.submit('enter')).status).toBe(200);
    expect((await browser.get(`/api/folders/${folder.id}`)).status).toBe(200);
    // Sent again, it is no second acceptance.
    expect((await browser.submit('terms', { termsVersionId: versionId })).body).toEqual({ steps: [] });
    expect((await owner.get(`/api/terms/acceptances?termsId=${terms.id}`)).body).toMatchObject([
      { version: 1, linkId: link.id, email: 'guest@example.test', verified: false, typedName: null },
    ]);
    expect((await owner.get('/api/terms/acceptances?termsId=999999')).body).toEqual([]);
    const actions = (await listAuditEvents(testApp)).map(({ action, actor }) => `${action} ${actor}`);
    expect(actions).toContain('terms.accept guest@example.test');
  });

  test('a required signature is typed', async ({ testApp }) => {
    const { owner, terms, browser } = await openTerms(testApp, { requireSignature: true });
    const accepted = { termsVersionId: terms.current.id };
    const refused = await browser.submit('terms', { ...accepted, typedName: '  ' });
    expect([refused.status, refused.body.fields]).toEqual([400, { typedName: 'Type your name to sign' }]);
    expect((await browser.submit('terms', { ...accepted, typedName: 'Dana Keller' })).status).toBe(200);
    await browser.submit('enter');
    expect((await owner.get('/api/terms/acceptances')).body[0].typedName).toBe('Dana Keller');
  });

  test('terms that changed while they were read are not accepted', async ({ testApp }) => {
    const { terms, browser, publish } = await openTerms(testApp);
    const before = terms.current.id;
    const current = await publish('Version 2');
    const refused = await browser.submit('terms', { termsVersionId: before });
    expect([refused.status, refused.body.error]).toEqual(CHANGED);
    await browser.submit('terms', { termsVersionId: current });
    await publish('Version 3');
    expect((await browser.submit('enter')).status).toBe(409);
    expect((await browser.page()).body.terms.text).toBe('Version 3');
  });

  test('a new version is asked of everybody in the link at the next request', async ({ testApp }) => {
    const { owner, folder, terms, link, browser, publish } = await openTerms(testApp);
    await browser.submit('terms', { termsVersionId: terms.current.id });
    await browser.submit('enter');
    const other = openAccessPage(testApp.server, link.url);
    await other.submit('email', { email: 'guest@example.test' });
    await other.submit('terms', { termsVersionId: terms.current.id });
    await other.submit('enter');
    const file = await owner.file({ folderId: folder.id });
    const current = await publish('Version 2');
    for (const path of [
      `/api/folders/${folder.id}`,
      `/api/files/${file.id}`,
      '/api/folders',
      '/api/receipts',
    ]) {
      const { status, body } = await browser.get(path);
      expect([status, body.code]).toEqual([403, 'terms-required']);
    }
    const path = `/l/${link.url.split('/').at(-1)}`;
    expect((await browser.get('/api/visitor/status')).body).toMatchObject({
      isVisitor: false,
      folderName: null,
      termsPath: path,
    });
    expect((await browser.submit('enter')).status).toBe(409);
    expect((await browser.page()).body.steps).toEqual(['terms']);
    expect((await browser.submit('terms', { termsVersionId: current })).body).toEqual({ steps: [] });
    expect((await browser.get(`/api/folders/${folder.id}`)).status).toBe(200);
    // Each session accepts for itself: an address that nobody verified may be somebody else's.
    expect((await other.get(`/api/folders/${folder.id}`)).status).toBe(403);
    expect((await owner.get('/api/terms/acceptances')).body).toHaveLength(3);
  });

  test('terms that a link asks for later are asked of everybody in it', async ({ testApp }) => {
    const { owner, folder, terms, link, browser } = await openTerms(testApp, { termsId: null });
    await browser.submit('enter');
    expect((await browser.get(`/api/folders/${folder.id}`)).status).toBe(200);
    await owner.patch(`/api/links/${link.id}`, { settings: { termsId: terms.id } });
    expect((await browser.get(`/api/folders/${folder.id}`)).status).toBe(403);
    await owner.patch(`/api/links/${link.id}`, { settings: { termsId: null } });
    expect((await browser.get(`/api/folders/${folder.id}`)).status).toBe(200);
  });
});

describe('GET /api/terms/acceptances', () => {
  test('the PDF verifies with the public key alone, and a changed one does not', async ({ testApp }) => {
    const { owner, terms, browser } = await openTerms(testApp, { requireSignature: true });
    await browser.submit('terms', { termsVersionId: terms.current.id, typedName: 'Дана' });
    await browser.submit('enter');
    const [acceptance] = (await owner.get('/api/terms/acceptances')).body;
    const { status, bytes, headers } = await owner.get(`/api/terms/acceptances/${acceptance.id}/pdf`);
    expect([status, headers['content-type'], bytes.subarray(0, 5).toString()]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ]);
    const keys = (await owner.get('/api/evidence/key')).bytes.toString();
    const pdf = bytes.toString('utf8');
    expect(await verifyFiles(pdf, keys)).toEqual([expect.stringMatching(/^valid: Signed by key/)]);
    expect(await verifyFiles(pdf)).toEqual([expect.stringMatching(/^unconfirmed: /)]);
    for (const [from, to] of [
      ['Keep everything', 'Keep anything'],
      ['guest@example', 'other@example'],
    ] as const)
      expect(await verifyFiles(pdf.replaceAll(from, to), keys)).toEqual([expect.stringMatching(/^invalid/)]);
    const attached = JSON.parse(/^\{"format".*\}$/m.exec(pdf)?.[0] ?? '');
    expect(JSON.parse(attached.statement)).toMatchObject({
      terms: 'NDA',
      version: 1,
      textSha256: createHash('sha256').update(TEXT).digest('hex'),
      recipient: 'guest@example.test',
      typedName: 'Дана',
    });
  });

  test('the list is exported as CSV', async ({ testApp }) => {
    const { owner, terms, browser } = await openTerms(testApp);
    await browser.submit('terms', { termsVersionId: terms.current.id });
    await browser.submit('enter');
    const { status, bytes } = await owner.get(`/api/terms/acceptances/export?termsId=${terms.id}`);
    expect([status, bytes.toString().trim().split('\n')]).toEqual([
      200,
      [expect.stringContaining('Terms'), expect.stringContaining('guest@example.test')],
    ]);
  });
});
