import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { createSession } from '#server/authorization/sessions.ts';
import { listReferencedKeys } from '#server/database/backup/referenced-keys.ts';
import { createTusClient } from '#server/testing/clients/tus-client.ts';
import { openTestApp, type TestApp, test } from '#server/testing/test-app.ts';

const HOUR_MS = 60 * 60 * 1000;

async function openOwnApp() {
  const testApp = await openTestApp();
  onTestFinished(() => testApp.close());
  return { testApp, owner: await testApp.user() };
}

/** Signs in again after a time in which the session has ended, but not the upload. */
async function signInAgain(
  testApp: TestApp,
  person: { id: number; cookie: string | undefined },
): Promise<void> {
  const visit = { address: '127.0.0.1', userAgent: 'test' };
  person.cookie = `muniment_session=${await createSession(testApp.server.services, { userId: person.id }, visit)}`;
}

async function storedKeys({ server }: TestApp): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of server.services.blobs.keys()) keys.push(key);
  return keys;
}

describe('expiry of uploads', () => {
  test('an expired upload is not found, and maintenance removes it with its bytes', async () => {
    const { owner, testApp } = await openOwnApp();
    const tus = createTusClient(owner);
    const [old, done, young] = [await tus.open(6), await tus.open(3), await tus.open(6)];
    await tus.append(old, 0, Buffer.from('abc'));
    await tus.append(done, 0, Buffer.from('abc'));
    testApp.advanceClock(11 * HOUR_MS);
    await tus.append(young, 0, Buffer.from('abc'));
    testApp.advanceClock(15 * HOUR_MS);
    await signInAgain(testApp, owner);
    expect((await tus.head(old)).status).toBe(404);
    expect((await tus.append(old, 3, Buffer.from('def'))).status).toBe(404);
    expect((await tus.head(young)).status).toBe(200);
    await testApp.finishJobs();
    const { db } = testApp.server.services;
    const left = await db.selectFrom('uploads').select('id').execute();
    expect(left.map(({ id }) => `/api/uploads/${id}`)).toEqual([young]);
    const named = await db.selectFrom('upload_parts').select('key').execute();
    const files = await db.selectFrom('blobs').select('key').execute();
    expect((await storedKeys(testApp)).sort()).toEqual([...named, ...files].map(({ key }) => key).sort());
    expect((await owner.get('/api/files')).body).toHaveLength(1);
    expect((await tus.append(young, 3, Buffer.from('def'))).status).toBe(204);
  });

  test('parts of an active upload are never removed as orphans, however old they are', async () => {
    const { owner, testApp } = await openOwnApp();
    await owner.file();
    const tus = createTusClient(owner);
    const url = await tus.open(6);
    testApp.advanceClock(11 * HOUR_MS);
    await tus.append(url, 0, Buffer.from('abc'));
    const { db } = testApp.server.services;
    const { key } = await db.selectFrom('upload_parts').select('key').executeTakeFirstOrThrow();
    await utimes(join(testApp.dataDir, 'objects', key.slice(0, 2), key.slice(2, 4), key), 1, 1);
    testApp.advanceClock(13 * HOUR_MS);
    await testApp.finishJobs();
    expect(await storedKeys(testApp)).toContain(key);
    expect(await listReferencedKeys(db, [key])).toEqual(new Set([key]));
    await signInAgain(testApp, owner);
    expect((await tus.append(url, 3, Buffer.from('def'))).headers['muniment-file']).toBeDefined();
  });

  test('a day later the user may begin as many uploads again', { tags: ['sqlite'] }, async () => {
    const { owner, testApp } = await openOwnApp();
    const tus = createTusClient(owner);
    for (let count = 0; count < 50; count += 1) expect((await tus.begin(1)).status).toBe(201);
    expect((await tus.begin(1)).status).toBe(409);
    testApp.advanceClock(25 * HOUR_MS);
    await signInAgain(testApp, owner);
    expect((await tus.begin(1)).status).toBe(201);
  });
});
