import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { DiskStore } from '#server/engines/storage/disk-store.ts';
import { CHANGE_TURNS, Turns } from '#server/http/limits/limit-parallel-changes.ts';
import { createTusClient } from '#server/testing/clients/tus-client.ts';
import { runCount } from '#server/testing/run-count.ts';
import { type TestApp, testWith } from '#server/testing/test-app.ts';
import { DEFAULT_SYSTEM_SETTINGS } from '#shared/contracts/settings.ts';

/** Requests of one owner run at once here, as they do on several nodes. */
const test = testWith({ maxConnections: 10, turns: new Turns({ ...CHANGE_TURNS, beside: 100 }) });
const MB = 1024 * 1024;
const shaOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

async function readFile(client: Awaited<ReturnType<TestApp['user']>>, id: unknown): Promise<Buffer> {
  const { status, bytes } = await client.get(`/api/files/${id}/download`);
  expect([status, status === 200 ? '' : bytes.toString()]).toEqual([200, '']);
  return bytes;
}

const partsOf = (testApp: TestApp, url: string) =>
  testApp.server.services.db
    .selectFrom('upload_parts')
    .selectAll()
    .where('upload_id', '=', Number(url.split('/').at(-1)))
    .orderBy('start_offset')
    .execute();

/** Has the next requests store their bytes only once all of them have begun to, so that none comes after the file. */
function holdUntilAll({ server }: TestApp, count: number) {
  const { blobs } = server.services;
  const store = blobs.put.bind(blobs);
  const all = Promise.withResolvers<void>();
  let begun = 0;
  const put = vi.spyOn(blobs, 'put').mockImplementation(async (...args) => {
    begun += 1;
    if (begun === count) all.resolve();
    await all.promise;
    return store(...args);
  });
  onTestFinished(() => put.mockRestore());
  return put;
}

/** Streams the bytes, and then breaks the connection. */
const breaking = (bytes: Buffer): Readable =>
  Readable.from(
    (async function* () {
      yield bytes;
      throw new Error('broken');
    })(),
  );

describe('resumable uploads', () => {
  test('a resumable upload creates the same file as a form, with its hash, audit event and job', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const owner = await testApp.user();
    const folder = await owner.folder();
    const tus = createTusClient(owner);
    const begun = await tus.begin(12, {
      filename: 'Deed – Müller.txt',
      folderId: String(folder.id),
      allowDownload: 'false',
    });
    expect([begun.status, begun.body]).toEqual([201, '']);
    expect(begun.headers).toMatchObject({
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'upload-length': '12',
    });
    const url = String(begun.headers['location']);
    const first = await tus.append(url, 0, Buffer.from('Deed '));
    expect([first.status, first.headers['upload-offset']]).toEqual([204, '5']);
    expect(new Date(String(first.headers['upload-expires'])).getTime()).toBe(
      testApp.server.services.now() + 86_400_000,
    );
    const last = await tus.append(url, 5, Buffer.from('of gift'));
    expect(last.headers).toMatchObject({
      'upload-offset': '12',
      'muniment-file': expect.stringMatching(/^\d+$/),
    });
    const id = Number(last.headers['muniment-file']);
    expect((await owner.get(`/api/files/${id}`)).body).toMatchObject({
      name: 'Deed – Müller.txt',
      fileType: 'txt',
      size: 12,
      allowDownload: false,
      folderId: folder.id,
      ownerId: owner.id,
      indexStatus: 'pending',
    });
    const { db } = testApp.server.services;
    const act = await db
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .where('object_kind', '=', 'file')
      .where('object_id', '=', id)
      .executeTakeFirstOrThrow();
    expect([act.action, JSON.parse(act.details ?? '')]).toEqual([
      'file.upload',
      { folderId: folder.id, size: 12, sha256: shaOf(Buffer.from('Deed of gift')) },
    ]);
    await testApp.finishJobs();
    expect((await owner.get(`/api/files/${id}`)).body.indexStatus).toBe('indexed');
  });

  test('an upload split and interrupted anywhere has the same bytes, in few objects', async ({ testApp }) => {
    const cuts = fc.array(fc.record({ bytes: fc.integer({ min: 1, max: 2 * MB }), breaks: fc.boolean() }), {
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 12 * MB }), cuts, async (size, steps) => {
        // Uses an account of its own, because the changes of an account are limited.
        const owner = await testApp.user();
        const tus = createTusClient(owner);
        const whole = randomBytes(size);
        const begun = await tus.begin(size);
        const url = String(begun.headers['location']);
        let { headers } = begun;
        const at = () => Number(headers['upload-offset']);
        for (const { bytes, breaks } of steps) {
          if (at() + bytes >= size) break;
          const piece = whole.subarray(at(), at() + bytes);
          const expected = at() + bytes;
          if (breaks) await expect(tus.append(url, at(), breaking(piece))).rejects.toThrow('broken');
          else await tus.append(url, at(), piece);
          await vi.waitFor(async () => {
            ({ headers } = await tus.head(url));
            expect(at()).toBe(expected);
          }, 15_000);
        }
        const parts = await partsOf(testApp, url);
        expect(parts.slice(0, -1).every((part) => part.size >= MB)).toBe(true);
        if (size > 0) ({ headers } = await tus.append(url, at(), whole.subarray(at())));
        expect(shaOf(await readFile(owner, headers['muniment-file']))).toBe(shaOf(whole));
        expect(await partsOf(testApp, url)).toEqual([]);
      }),
      { numRuns: runCount(8) },
    );
  });

  test('an upload of no bytes is an empty file at once', async ({ testApp }) => {
    const owner = await testApp.user();
    const { status, headers } = await createTusClient(owner).begin(0);
    expect([status, headers['upload-offset']]).toEqual([201, '0']);
    expect(await readFile(owner, headers['muniment-file'])).toHaveLength(0);
  });

  test('a repeated last request returns the same file and creates no second one', async ({ testApp }) => {
    const owner = await testApp.user();
    const tus = createTusClient(owner);
    const url = await tus.open(6);
    await tus.append(url, 0, Buffer.from('abc'));
    const { headers } = await tus.append(url, 3, Buffer.from('def'));
    const again = await tus.append(url, 3, Buffer.from('def'));
    expect([again.status, again.headers['muniment-file']]).toEqual([204, headers['muniment-file']]);
    const asked = await tus.head(url);
    expect(asked.headers).toMatchObject({
      'upload-offset': '6',
      'upload-length': '6',
      'muniment-file': headers['muniment-file'],
    });
    expect((await tus.append(url, 0, Buffer.from('abc'))).status).toBe(409);
    expect((await owner.get('/api/files')).body).toHaveLength(1);
  });

  test('one of two requests with the same offset continues the upload', async ({ testApp }) => {
    const owner = await testApp.user();
    const tus = createTusClient(owner);
    const url = await tus.open(6);
    const both = await Promise.all(['abc', 'xyz'].map((text) => tus.append(url, 0, Buffer.from(text))));
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
    const winner = both[0]?.status === 204 ? 'abc' : 'xyz';
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('wrong-offset');
    holdUntilAll(testApp, 2);
    const ends = await Promise.all(['def', 'uvw'].map((text) => tus.append(url, 3, Buffer.from(text))));
    expect(ends.map(({ status }) => status).sort()).toEqual([204, 409]);
    const done = ends.findIndex(({ status }) => status === 204);
    const id = ends[done]?.headers['muniment-file'];
    expect((await readFile(owner, id)).toString()).toBe(`${winner}${['def', 'uvw'][done]}`);
    expect((await owner.get('/api/files')).body).toHaveLength(1);
  });

  test('an upload is assembled once, however many requests send its last byte at once', async ({
    testApp,
  }) => {
    const tus = createTusClient(await testApp.user());
    const url = await tus.open(3);
    await tus.append(url, 0, Buffer.from('ab'));
    const put = holdUntilAll(testApp, 20);
    const ends = await Promise.all(Array.from({ length: 20 }, () => tus.append(url, 2, Buffer.from('c'))));
    expect(ends.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(ends.filter(({ status, body }) => status === 409 && body.code === 'wrong-offset')).toHaveLength(
      19,
    );
    // A part may be of any size, a file has the configured limit; the extracted text of the file has another.
    const limit = DEFAULT_SYSTEM_SETTINGS.maxUploadSizeMB * MB;
    expect(put.mock.calls.filter(([, { maxBytes }]) => maxBytes === limit)).toHaveLength(1);
  });

  test('cancelling removes the stored bytes, and a file that was already created stays', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const tus = createTusClient(owner);
    const url = await tus.open(6);
    await tus.append(url, 0, Buffer.from('abc'));
    const { blobs } = testApp.server.services;
    const [part] = await partsOf(testApp, url);
    const cancelled = await tus.cancel(url);
    expect([cancelled.status, cancelled.body]).toEqual([204, '']);
    expect((await tus.head(url)).status).toBe(404);
    expect((await tus.append(url, 3, Buffer.from('def'))).status).toBe(404);
    expect(await partsOf(testApp, url)).toEqual([]);
    for await (const key of blobs.keys()) expect(key).not.toBe(part?.key);

    const finished = await tus.open(3);
    const { headers } = await tus.append(finished, 0, Buffer.from('abc'));
    expect((await tus.cancel(finished)).status).toBe(204);
    expect((await readFile(owner, headers['muniment-file'])).toString()).toBe('abc');
  });

  test('the bytes of an unfinished upload are encrypted', async ({ testApp }) => {
    const owner = await testApp.user();
    const tus = createTusClient(owner);
    const url = await tus.open(200_000);
    await tus.append(url, 0, Buffer.alloc(100_000, 'confidential'));
    const [part] = await partsOf(testApp, url);
    const object = await new DiskStore(join(testApp.dataDir, 'objects')).get(part?.key ?? '');
    const stored = await buffer(object);
    expect(stored.length).toBeGreaterThan(100_000);
    expect(stored.includes('confidential')).toBe(false);
    await tus.cancel(url);
  });
});
