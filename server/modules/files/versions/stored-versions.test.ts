import { Readable } from 'node:stream';
import { expect } from 'vitest';
import { createSession } from '#server/authorization/sessions.ts';
import { insertBlob } from '#server/authorization/stored-objects/blob-rows.ts';
import { findIntegrityProblems } from '#server/database/backup/find-integrity-problems.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { type TestApp, testWithOwnApp as test } from '#server/testing/test-app.ts';

const SESSION_CLIENT = { address: '127.0.0.1', userAgent: 'test' };
const DAY_MS = 24 * 60 * 60 * 1000;

async function replace(person: TestClient, id: number, content: string | Buffer): Promise<void> {
  const parts = [{ name: 'file', value: content, filename: 'note.txt' }];
  expect((await person.form(`/api/files/${id}/versions`, parts)).status).toBe(201);
}

async function nextDays(testApp: TestApp, days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    testApp.advanceClock(DAY_MS);
    await testApp.finishJobs();
  }
}

const listBlobs = async ({ server }: TestApp): Promise<string[]> =>
  (await server.services.db.selectFrom('blobs').select('key').execute()).map(({ key }) => key);

const listObjects = async ({ server }: TestApp): Promise<string[]> =>
  (await Array.fromAsync(server.services.blobs.list())).map(({ key }) => key);

const listProblems = ({ server }: TestApp): Promise<string[]> =>
  Array.fromAsync(
    findIntegrityProblems(
      server.services.db,
      process.env['MUNIMENT_TEST_DATABASE'] === 'postgres' ? 'postgres' : 'sqlite',
    ),
  );

test('the content and text of every version stay until the file is purged, and then all are removed', async ({
  testApp,
}) => {
  const owner = await testApp.user();
  const { id } = await owner.file({ content: 'The heron agreement.' });
  await testApp.finishJobs();
  await replace(owner, id, 'The plover agreement.');
  await testApp.finishJobs();
  await owner.post(`/api/files/${id}/versions/1/restore`);
  await testApp.finishJobs();
  await nextDays(testApp, 4);
  const session = await createSession(testApp.server.services, { userId: owner.id }, SESSION_CLIENT);
  owner.cookie = `muniment_session=${session}`;
  // Two contents, of which the first is shared by versions 1 and 3, and three texts.
  expect(await listBlobs(testApp)).toHaveLength(5);
  expect((await listObjects(testApp)).toSorted()).toEqual((await listBlobs(testApp)).toSorted());
  expect(await listProblems(testApp)).toEqual([]);
  expect((await owner.get(`/api/files/${id}/versions/2/download`)).bytes.toString()).toBe(
    'The plover agreement.',
  );
  await owner.delete(`/api/files/${id}`);
  expect((await owner.post(`/api/trash/files/${id}/restore`)).status).toBe(200);
  expect((await owner.get(`/api/files/${id}/versions`)).body).toHaveLength(3);
  await owner.delete(`/api/files/${id}`);
  expect((await owner.delete(`/api/trash/files/${id}`)).status).toBe(200);
  await testApp.finishJobs();
  expect(await testApp.server.services.db.selectFrom('file_versions').select('number').execute()).toEqual([]);
  await nextDays(testApp, 4);
  expect(await listObjects(testApp)).toEqual([]);
});

test('a search finds the current version alone, from the moment of the change', async ({ testApp }) => {
  const owner = await testApp.user();
  const { id } = await owner.file({ name: 'deed.txt', content: 'The heron agreement costs ninety pounds.' });
  const find = async (word: string) =>
    (await owner.get(`/api/search?query=${word}`)).body.citations.map(
      ({ fileId }: { fileId: number }) => fileId,
    );
  await testApp.finishJobs();
  expect(await find('heron')).toEqual([id]);
  await replace(owner, id, 'The plover agreement costs eighty pounds.');
  expect(await find('heron')).toEqual([]);
  await testApp.finishJobs();
  expect(await find('plover')).toEqual([id]);
  expect((await owner.get('/api/search?query=plover')).body.citations[0].version).toBe(2);
  expect(await find('heron')).toEqual([]);
  await owner.post(`/api/files/${id}/versions/2/withdraw`, { reason: 'Wrong price' });
  expect(await find('plover')).toEqual([]);
  await testApp.finishJobs();
  expect(await find('heron')).toEqual([id]);
  expect((await owner.get(`/api/files/${id}`)).body.indexStatus).toBe('indexed');
});

test('a quota counts every version, and belongs to the owner of the file', async ({ testApp }) => {
  const admin = await testApp.user({ isAdmin: true });
  await admin.patch('/api/admin/system-settings', { userQuotaMB: 1 });
  const owner = await testApp.user();
  const { id } = await owner.file({ content: Buffer.alloc(600_000, 'a').toString() });
  const parts = [{ name: 'file', value: Buffer.alloc(600_000, 'b'), filename: 'note.txt' }];
  for (const person of [owner, admin]) {
    const refused = await person.form(`/api/files/${id}/versions`, parts);
    expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining('storage quota')]);
  }
  await replace(owner, id, 'Short.');
  expect((await owner.get('/api/user/usage')).body.used).toMatchObject({ bytes: 600_006, files: 1 });
  expect(await listBlobs(testApp)).toHaveLength(2);
});

test('a file that a node of version 0.1.0 added has one version, and can be replaced', async ({
  testApp,
}) => {
  const { services } = testApp.server;
  const owner = await testApp.user();
  const { id } = await owner.file({ content: 'One.' });
  await services.db.deleteFrom('file_versions').where('file_id', '=', id).execute();
  const { body } = await owner.get(`/api/files/${id}/versions`);
  expect(body).toMatchObject([{ number: 1, isCurrent: true, author: { username: owner.username } }]);
  expect((await owner.get(`/api/files/${id}/versions/1/download`)).bytes.toString()).toBe('One.');
  expect((await owner.post(`/api/files/${id}/versions/1/withdraw`, { reason: 'No' })).status).toBe(409);
  await replace(owner, id, 'Two.');
  expect((await owner.get(`/api/files/${id}/versions`)).body).toMatchObject([{ number: 2 }, { number: 1 }]);
  // What such a node does when it finds content that it believes to be unused.
  const earlier = services.db.deleteFrom('blobs').where('sha256', '=', body[0].sha256);
  await expect(earlier.execute()).rejects.toThrow();
});

test('bytes that were stored before a process died leave the previous version current', async ({
  testApp,
}) => {
  const owner = await testApp.user();
  const { id } = await owner.file({ content: 'One.' });
  const { blobs, db, now } = testApp.server.services;
  const stored = await blobs.put(Readable.from([Buffer.from('Two.')]), { maxBytes: 100 });
  expect((await owner.get(`/api/files/${id}/download`)).bytes.toString()).toBe('One.');
  expect((await owner.get(`/api/files/${id}/versions`)).body).toHaveLength(1);
  // The row of a blob alone is found by the maintenance too.
  await insertBlob(db, stored, { now: now() });
  await nextDays(testApp, 4);
  expect(await listObjects(testApp)).not.toContain(stored.key);
});
