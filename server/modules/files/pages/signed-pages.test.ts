import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { type Signer, signPages, verifySignature } from '#server/authorization/page-signature.ts';
import { createSession } from '#server/authorization/sessions.ts';
import { makePdf } from '#server/engines/documents/testing/make-documents.ts';
import { rootKeys } from '#server/engines/storage/object-storage.ts';
import { createTestClient, type TestClient } from '#server/testing/clients/inject-client.ts';
import { fetchPagesSignature, signUrl } from '#server/testing/clients/signed-url.ts';
import { openTestApp, type TestApp, test } from '#server/testing/test-app.ts';

const ABSENT = { error: 'The requested file could not be found.', code: 'not-found' };
const PDF = await makePdf([[{ text: 'First', y: 700 }], [{ text: 'Second', y: 700 }]]);
const MINUTE_MS = 60_000;

async function openFixture(testApp: TestApp) {
  const owner = await testApp.user();
  const file = await owner.file({ name: 'deed.pdf', content: PDF, allowDownload: false });
  const page = `/api/files/${file.id}/pages/1`;
  const thumbnail = `/api/files/${file.id}/thumbnail`;
  return { owner, file, page, thumbnail, signature: await fetchPagesSignature(owner, file.id) };
}

/** Expects the refusal of a file that never existed, for GET and HEAD alike. */
async function expectNothing(client: TestClient, url: string) {
  const answer = await client.get(url);
  expect([answer.status, answer.body]).toEqual([404, ABSENT]);
  expect((await client.send({ method: 'HEAD', url })).status).toBe(404);
}

describe('a signature', () => {
  test('a signature gives access to every page of its file', async ({ testApp }) => {
    const { owner, file, signature } = await openFixture(testApp);
    for (const page of [1, 2]) {
      const answer = await owner.get(`/api/files/${file.id}/pages/${page}?signature=${signature}`);
      expect(answer.status).toBe(200);
    }
  });

  test('a signature that was made while the clock was a day ahead is refused', async ({ testApp }) => {
    const dayMs = 24 * 60 * 60 * 1000;
    testApp.advanceClock(dayMs);
    const { owner, page, signature } = await openFixture(testApp);
    testApp.advanceClock(-dayMs);
    await expectNothing(owner, `${page}?signature=${signature}`);
  });

  test('a page without its own signature is refused', async ({ testApp }) => {
    const { owner, page, thumbnail, signature } = await openFixture(testApp);
    const [end = '', seal = ''] = signature.split('.');
    const forged = createHmac('sha256', Buffer.alloc(32)).update('x').digest('base64url');
    const others = [
      '',
      end,
      `${end}.`,
      `${end}.${forged}`,
      `${end}.${seal.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
      `${end}.${seal}A`,
      `${Number(end) + 1}.${seal}`,
      `Infinity.${seal}`,
    ];
    for (const other of others) await expectNothing(owner, `${page}?signature=${other}`);
    await expectNothing(owner, page);
    await expectNothing(owner, thumbnail);
  });

  test('a signature of another session is refused, even of the same user', async ({ testApp }) => {
    const { owner, file, page, signature } = await openFixture(testApp);
    const visit = { address: '127.0.0.1', userAgent: 'test' };
    const token = await createSession(testApp.server.services, { userId: owner.id }, visit);
    const elsewhere = createTestClient(testApp.server.http, `muniment_session=${token}`);
    expect((await elsewhere.get(`/api/files/${file.id}`)).status).toBe(200);
    await expectNothing(elsewhere, `${page}?signature=${signature}`);
    expect((await elsewhere.get(await signUrl(elsewhere, page))).status).toBe(200);
  });

  test('a signature of another file or purpose is refused', async ({ testApp }) => {
    const { owner, page, thumbnail, signature } = await openFixture(testApp);
    const same = await owner.file({ name: 'deed.pdf', content: PDF });
    await expectNothing(owner, `${page}?signature=${await fetchPagesSignature(owner, same.id)}`);
    await expectNothing(owner, `${thumbnail}?signature=${signature}`);
    const small = new URL(await signUrl(owner, thumbnail), 'http://room').search;
    await expectNothing(owner, `${page}${small}`);
  });

  test('a signature expires after five minutes', async ({ testApp }) => {
    const { owner, page, thumbnail } = await openFixture(testApp);
    const addresses = [await signUrl(owner, page), await signUrl(owner, thumbnail)];
    testApp.advanceClock(5 * MINUTE_MS - 1);
    for (const address of addresses) expect((await owner.get(address)).status).toBe(200);
    testApp.advanceClock(1);
    for (const address of addresses) await expectNothing(owner, address);
    expect((await owner.get(await signUrl(owner, page))).status).toBe(200);
  });

  test('a signature ends when the file is rendered as another type', async ({ testApp }) => {
    const { owner, file, page, signature } = await openFixture(testApp);
    await owner.patch(`/api/files/${file.id}`, { name: 'deed.txt' });
    await expectNothing(owner, `${page}?signature=${signature}`);
  });

  test('a signature is useless once the right or the session has ended', async ({ testApp }) => {
    const owner = await testApp.user();
    const folder = await owner.folder();
    const file = await owner.file({ name: 'deed.pdf', content: PDF, folderId: folder.id });
    const collaborator = await testApp.user();
    await testApp.share(folder.id, collaborator);
    const address = await signUrl(collaborator, `/api/files/${file.id}/pages/1`);
    const session = collaborator.cookie;
    expect((await collaborator.get(address)).status).toBe(200);
    await testApp.unshare(folder.id, collaborator);
    await expectNothing(collaborator, address);
    await collaborator.post('/api/logout');
    expect((await createTestClient(testApp.server.http, session).get(address)).status).toBe(401);
  });

  test('a refused signature records no view', async ({ testApp }) => {
    const { owner, file, folder } = await inFolder(testApp);
    const collaborator = await testApp.user();
    await testApp.share(folder.id, collaborator);
    await expectNothing(collaborator, `/api/files/${file.id}/pages/1?signature=`);
    expect((await owner.get('/api/file-views/owner')).body).toEqual([]);
  });
});

async function inFolder(testApp: TestApp) {
  const owner = await testApp.user();
  const folder = await owner.folder();
  return { owner, folder, file: await owner.file({ name: 'deed.pdf', content: PDF, folderId: folder.id }) };
}

test('a signature is valid in every process with the same master key, and in no other', {
  timeout: 60_000,
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'muniment-signed-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const before = await openTestApp({ dataDir });
  const { owner, page, signature } = await openFixture(before);
  await before.close();
  // On PostgreSQL the reopened app has a new database, which refuses the objects of another one.
  const isPostgres = process.env['MUNIMENT_TEST_DATABASE'] === 'postgres';
  if (isPostgres) await rm(join(dataDir, 'objects'), { recursive: true });
  const after = await openTestApp({ dataDir });
  onTestFinished(() => after.close());
  const otherKeys = await rootKeys.openRing({ masterKey: Buffer.alloc(32) });
  const pages = { purpose: 'pages', fileId: 1, documentKey: 'a' } as const;
  const signed = signPages(before.server.services, 'session', pages);
  const verify = (signer: Signer) => verifySignature(signer, 'session', [pages], signed);
  expect(() => verify(after.server.services)).not.toThrow();
  expect(() => verify({ ...after.server.services, signingKeys: otherKeys })).toThrow('could not be found');
  if (isPostgres) return;
  const client = createTestClient(after.server.http, owner.cookie);
  expect((await client.get(`${page}?signature=${signature}`)).status).toBe(200);
});
