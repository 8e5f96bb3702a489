import { createHash } from 'node:crypto';
import { describe, expect } from 'vitest';
import { createTestClient } from '#server/testing/clients/inject-client.ts';
import { openAccessPage } from '#server/testing/link-client.ts';
import { testWithOwnApp as test } from '#server/testing/test-app.ts';
import { openSampleVisit } from './testing/open-sample-visit.ts';
import { download, takeReceipt, verifyFiles } from './testing/verify-files.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('a receipt on request', () => {
  test('states what its holder can see and has opened, and nothing of others', async ({ testApp }) => {
    const { owner, visitor, files } = await openSampleVisit(testApp);
    await owner.file({ name: 'secret.txt', content: 'Unseen' });
    await testApp.server.services.db
      .insertInto('file_views')
      .values({
        file_id: files[0]?.id ?? 0,
        viewer_id: null,
        viewer_email: 'visitor@example.test',
        viewed_at: 1,
        last_seen_at: 1,
      })
      .execute();
    const text = await takeReceipt(visitor);
    expect(Buffer.byteLength(text)).toBeLessThan(2_000);
    const statement = JSON.parse(JSON.parse(text).statement);
    expect(statement).toEqual({
      installation: testApp.server.services.config.publicUrl,
      kind: 'request',
      recipient: 'visitor@example.test',
      issuedAt: '2026-11-20T12:00:00.000Z',
      logEntries: expect.any(Number),
      rootHash: expect.stringMatching(/^[\da-f]{64}$/),
      filesVisible: 2,
      stateHash: sha256(files.map(({ id }, place) => `${id} ${sha256(`File ${place}`)}\n`).join('')),
      filesOpened: 1,
    });
    expect(JSON.stringify((await visitor.get('/api/receipts')).body)).not.toContain('secret');
    expect((await visitor.get('/api/receipts')).body).toMatchObject([
      { kind: 'request', filesVisible: 2, filesOpened: 1, logEntries: statement.logEntries },
    ]);
    expect((await owner.get('/api/receipts')).body).toEqual([]);
  });

  test('a receipt on request changes its state hash when a file comes, and comes back when it goes', async ({
    testApp,
  }) => {
    const { owner, visitor, folder } = await openSampleVisit(testApp);
    const stateHash = async () => JSON.parse(JSON.parse(await takeReceipt(visitor)).statement).stateHash;
    const before = await stateHash();
    const { id } = await owner.file({ folderId: folder.id, content: 'More' });
    expect(await stateHash()).not.toBe(before);
    await owner.delete(`/api/files/${id}`);
    expect(await stateHash()).toBe(before);
  });

  test('a receipt on request verifies with the keys of the installation, as JSON and as a page', async ({
    testApp,
  }) => {
    const { visitor } = await openSampleVisit(testApp);
    const keys = await download(testApp.anonymous, '/api/evidence/key');
    const [key] = JSON.parse(keys).keys;
    const json = await takeReceipt(visitor);
    const [{ id }] = (await visitor.get('/api/receipts')).body;
    const page = await visitor.get(`/api/receipts/${id}?format=html`);
    expect(page.headers['content-disposition']).toMatch(/^attachment; filename=receipt-\d+\.html/);
    expect(await verifyFiles(keys, json, page.bytes.toString())).toEqual([
      `valid: Signed by key ${key.id}.`,
      `valid: Signed by key ${key.id}.`,
    ]);
    expect(await verifyFiles(json)).toEqual([
      `unconfirmed: The signature is right. Compare its key ${key.id} with the installation's keys.`,
    ]);
  });

  test('a receipt on request is refused to a link that names nobody, and after many of them', async ({
    testApp,
  }) => {
    const { visitor } = await openSampleVisit(testApp);
    for (let count = 0; count < 20; count += 1)
      expect((await visitor.post('/api/receipts')).status).toBe(201);
    expect((await visitor.post('/api/receipts')).status).toBe(429);
    const { db } = testApp.server.services;
    await db
      .insertInto('system_settings')
      .values({ name: 'allowPublicSharing', value: 'true' })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: 'true' }))
      .execute();
    await db.deleteFrom('attempt_counts').execute();
    const [{ id }] = (await visitor.get('/api/receipts')).body;
    await db.updateTable('invitations').set({ email: '' }).where('id', '=', visitor.invitationId).execute();
    const refused = await visitor.post('/api/receipts');
    expect([refused.status, refused.body.error]).toEqual([
      403,
      'This link names nobody. A receipt is for a person: ask for an invitation.',
    ]);
    expect((await visitor.get(`/api/receipts/${id}`)).status).toBe(403);
    expect((await visitor.get('/api/receipts')).status).toBe(403);
  });

  test('a receipt on request is refused to a visitor of a link who typed an address without proving it', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const { id } = await owner.folder();
    const targets = [{ kind: 'folder', id }];
    const { body: link } = await owner.post('/api/links', { name: 'L', targets, settings: {} });
    const browser = openAccessPage(testApp.server, link.url);
    await browser.submit('email', { email: 'somebody-else@example.test' });
    expect((await browser.submit('enter')).status).toBe(200);
    expect((await browser.post('/api/receipts')).status).toBe(403);
    expect((await browser.get('/api/receipts')).status).toBe(403);
    const { db } = testApp.server.services;
    await db
      .updateTable('link_visitors')
      .set({ verified_by: 'code' })
      .where('link_id', '=', link.id)
      .execute();
    expect((await browser.post('/api/receipts')).status).toBe(201);
  });
});

test('what somebody opens who only typed an address is not in the receipt of its holder', async ({
  testApp,
}) => {
  const { owner, folder, files, visitor } = await openSampleVisit(testApp);
  const targets = [{ kind: 'folder', id: folder.id }];
  const { body: link } = await owner.post('/api/links', { name: 'L', targets, settings: {} });
  const other = openAccessPage(testApp.server, link.url);
  await other.submit('email', { email: 'visitor@example.test' });
  expect((await other.submit('enter')).status).toBe(200);
  const report = { batch: 1, pages: [] };
  expect((await other.post(`/api/files/${files[0]?.id}/views`, report)).status).toBe(200);
  const views = await owner.get(`/api/files/${files[0]?.id}/views`);
  expect(views.body).toHaveLength(1);
  const opened = async () => JSON.parse(JSON.parse(await takeReceipt(visitor)).statement).filesOpened;
  expect(await opened()).toBe(0);
  await visitor.post(`/api/files/${files[1]?.id}/views`, report);
  expect(await opened()).toBe(1);
});

describe('a visit', () => {
  test('a visit leaves a receipt of the first entry and one of each leaving', async ({ testApp }) => {
    const { visitor, token } = await openSampleVisit(testApp);
    const kinds = async () =>
      (await visitor.get('/api/receipts')).body.map(({ kind }: { kind: string }) => kind);
    for (let visit = 0; visit < 2; visit += 1) {
      const guest = createTestClient(testApp.server.http);
      expect((await guest.get(`/api/visitor/auth/${token}`)).status).toBe(200);
      await testApp.finishJobs();
      expect((await guest.post('/api/visitor/logout')).status).toBe(200);
      await testApp.finishJobs();
    }
    expect(await kinds()).toEqual(['exit', 'exit', 'entry']);
  });

  test('a visit leaves no receipt once the invitation is revoked', async ({ testApp }) => {
    const { owner, visitor, token } = await openSampleVisit(testApp);
    await createTestClient(testApp.server.http).get(`/api/visitor/auth/${token}`);
    await owner.delete(`/api/invitations/${visitor.invitationId}`);
    await testApp.finishJobs();
    const { db } = testApp.server.services;
    expect(await db.selectFrom('receipts').selectAll().execute()).toEqual([]);
    expect((await visitor.get('/api/receipts')).status).toBe(401);
  });
});
