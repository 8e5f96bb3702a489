import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { expect } from 'vitest';
import { listEndpoints } from '#server/testing/list-endpoints.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';

/** Creates folders whose list is longer than 2 KB, and a client that returns it as it was sent. */
async function createLongList(testApp: TestApp) {
  const owner = await testApp.user();
  for (let index = 0; index < 12; index += 1) await owner.folder(`${index} ${'long '.repeat(40)}end`);
  return (encodings: string, options: { method?: 'GET' | 'HEAD'; url?: string } = {}) =>
    testApp.server.http.inject({
      method: 'GET',
      url: '/api/folders?parentId=null',
      ...options,
      headers: { cookie: owner.cookie, ...(encodings !== '' && { 'accept-encoding': encodings }) },
    });
}

test('a long list is compressed as the client accepts it, with the same content', async ({ testApp }) => {
  const fetchList = await createLongList(testApp);
  const plain = await fetchList('');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.headers['vary']).toContain('accept-encoding');
  expect(plain.json()).toHaveLength(12);
  const zstd = await fetchList('gzip, deflate, br, zstd');
  expect(zstd.headers).toMatchObject({
    'content-encoding': 'zstd',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(zstd.rawPayload.length),
  });
  expect(zstdDecompressSync(zstd.rawPayload)).toEqual(plain.rawPayload);
  const gzip = await fetchList('gzip, deflate, br');
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(gzip.rawPayload)).toEqual(plain.rawPayload);
  const head = await fetchList('gzip', { method: 'HEAD' });
  expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
});

test('an encoding that the client refuses or does not name is not used', async ({ testApp }) => {
  const fetchList = await createLongList(testApp);
  for (const encodings of ['identity', 'zstd;q=0, gzip;q=0.0', 'br', 'x-gzip', ',;,', 'gzip-zstd'])
    expect((await fetchList(encodings)).headers['content-encoding']).toBeUndefined();
  expect((await fetchList('zstd;q=0, GZIP;q=0.5')).headers['content-encoding']).toBe('gzip');
});

test('a short list and a refusal are not compressed', async ({ testApp }) => {
  const fetchList = await createLongList(testApp);
  for (const url of ['/api/files', `/api/folders?${'x'.repeat(3_000)}=1`, '/api/files?folderId=999999'])
    expect((await fetchList('gzip, zstd', { url })).headers['content-encoding']).toBeUndefined();
});

// Tokens, keys and answers to questions never: their length would tell about them.
test('only lists of names, and the start that contains them, are compressed', async () => {
  const compressed = (await listEndpoints()).filter(({ isCompressed }) => isCompressed);
  expect(compressed.map(({ path }) => path).sort()).toEqual([
    '/api/files',
    '/api/folder-tree',
    '/api/folders',
    '/api/folders/:id/entries',
    '/api/start',
  ]);
});
