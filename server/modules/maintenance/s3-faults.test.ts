import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemContext } from '#server/app/context.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { createTusClient } from '#server/testing/clients/tus-client.ts';
import { type S3Fault, type S3Server, startS3Server } from '#server/testing/fakes/s3-server.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';
import { cleanupObjects } from './cleanup-objects.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MB = 1024 ** 2;
const STEPS = 40;
/** High enough that the three attempts of the client fail together about once in ten requests. */
const FAULT_SHARE = 0.5;
const FAULTS: Readonly<Record<string, readonly S3Fault[]>> = {
  PUT: ['server-error', 'reset', 'lost-answer'],
  POST: ['server-error', 'lost-answer'],
  DELETE: ['server-error', 'lost-answer'],
  GET: ['server-error', 'reset', 'truncated'],
};
let s3: S3Server;
let testApp: TestApp;

beforeAll(async () => {
  s3 = await startS3Server();
  testApp = await openTestApp({ config: { s3: s3.settings } });
});
afterAll(async () => {
  await testApp.close();
  await s3.stop();
});

/** A generator of pseudorandom numbers below 1 (mulberry32), so that a failing run can be repeated. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Returns the hash of what is downloaded, or nothing when the answer is an error or breaks off. */
async function download(owner: TestClient, id: number): Promise<string | undefined> {
  try {
    const { status, bytes } = await owner.get(`/api/files/${id}/download`);
    return status === 200 ? hashOf(bytes) : undefined;
  } catch {
    return undefined;
  }
}

/** Uploads with one request or a resumable upload; returns the id of an acknowledged file. */
async function upload(owner: TestClient, name: string, bytes: Buffer, isResumable: boolean) {
  if (!isResumable) {
    const { status, body } = await owner.form('/api/files', [{ name: 'file', value: bytes, filename: name }]);
    expect([201, 500, 503]).toContain(status);
    return status === 201 ? Number(body.id) : undefined;
  }
  const tus = createTusClient(owner);
  const url = await tus.open(bytes.length, { filename: name });
  const half = Math.floor(bytes.length / 2);
  let [offset, id] = [0, undefined as number | undefined];
  for (let attempt = 0; attempt < 4 && offset < bytes.length; attempt += 1) {
    await tus.append(url, offset, bytes.subarray(offset, offset < half ? half : bytes.length));
    const { headers, status } = await tus.head(url);
    if (status !== 200 && status !== 204) break;
    offset = Number(headers['upload-offset']);
  }
  const listed: { id: number; name: string }[] = (await owner.get('/api/files')).body;
  id = listed.find((file) => file.name === name)?.id;
  return id;
}

test('what was acknowledged is whole and what was refused is absent, whatever answers of the bucket are lost', {
  timeout: 300_000,
}, async () => {
  const owner = await testApp.user();
  const random = createRandom(20_261_125);
  const kept = new Map<number, string>();
  const refused: string[] = [];
  let failures = 0;
  s3.chooseFault = (method) => {
    const faults = FAULTS[method];
    return faults && random() < FAULT_SHARE ? faults[Math.floor(random() * faults.length)] : undefined;
  };
  for (let step = 0; step < STEPS; step += 1) {
    const ids = [...kept.keys()];
    const id = ids[Math.floor(random() * ids.length)];
    const choice = random();
    if (id === undefined || choice < 0.5) {
      // Some are so large that they are stored in several parts.
      const bytes = randomBytes(step % 10 === 9 ? 6 * MB : 10 + Math.floor(random() * 200_000));
      const name = `note-${step}.bin`;
      const added = await upload(owner, name, bytes, choice < 0.15);
      if (added === undefined) refused.push(name);
      else kept.set(added, hashOf(bytes));
    } else if (choice < 0.7) {
      const bytes = randomBytes(1_000 + step);
      const part = { name: 'file', value: bytes, filename: 'next.bin' };
      const { status } = await owner.form(`/api/files/${id}/versions`, [part]);
      expect([201, 500, 503]).toContain(status);
      if (status === 201) kept.set(id, hashOf(bytes));
    } else if (choice < 0.9) {
      const hash = await download(owner, id);
      if (hash === undefined) failures += 1;
      else expect(hash).toBe(kept.get(id));
    } else {
      expect((await owner.delete(`/api/files/${id}`)).status).toBe(200);
      expect((await owner.delete(`/api/trash/files/${id}`)).status).toBe(200);
      kept.delete(id);
    }
  }
  s3.chooseFault = undefined;
  // Otherwise the faults did not reach the server.
  expect(refused.length + failures).toBeGreaterThan(0);
  for (const [id, hash] of kept) expect(await download(owner, id)).toBe(hash);
  const listed: { id: number; name: string }[] = (await owner.get('/api/files')).body;
  expect(listed.map(({ id }) => id).toSorted()).toEqual([...kept.keys()].toSorted());
  expect(listed.filter(({ name }) => refused.includes(name))).toEqual([]);

  const later = { ...systemContext(testApp.server.services), now: () => Date.now() + 2 * DAY_MS };
  await cleanupObjects.remove(later, new AbortController().signal, STEPS * 10);
  const stored: string[] = [];
  for await (const key of later.blobs.keys()) stored.push(key);
  const { db } = later;
  const keysOf = (rows: readonly { key: string }[]) => rows.map(({ key }) => key);
  const blobs = keysOf(await db.selectFrom('blobs').select('key').execute());
  const parts = await db
    .selectFrom('upload_parts')
    .innerJoin('uploads', 'uploads.id', 'upload_parts.upload_id')
    .select(['key', 'uploads.file_id'])
    .execute();
  // The row of a part of a finished upload stays while nobody knows whether its object was removed.
  const needed = [...blobs, ...keysOf(parts.filter(({ file_id }) => file_id === null))];
  expect(needed.filter((key) => !stored.includes(key))).toEqual([]);
  expect(stored.filter((key) => ![...blobs, ...keysOf(parts)].includes(key))).toEqual([]);
  for (const [id, hash] of kept) expect(await download(owner, id)).toBe(hash);
});
