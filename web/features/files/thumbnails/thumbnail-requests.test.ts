import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildThumbnailUrl, requestThumbnail } from './thumbnail-requests.ts';

const asked: string[] = [];
/** Returns signatures for even ids only. */
function answer(url: string): Response {
  const ids = new URL(url, 'http://room').searchParams.get('ids') ?? '';
  asked.push(ids);
  const even = ids.split(',').filter((id) => Number(id) % 2 === 0);
  return Response.json(even.map((id) => ({ fileId: Number(id), signature: `signed ${id}` })));
}

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('fetch', async (url: string) => answer(url));
});
afterEach(() => vi.unstubAllGlobals());

test('rows that become visible together request their thumbnails in one call', async () => {
  const thumbnails = await Promise.all([2, 3, 4, 2].map(requestThumbnail));
  expect(thumbnails.map((thumbnail) => thumbnail?.signature)).toEqual([
    'signed 2',
    undefined,
    'signed 4',
    'signed 2',
  ]);
  expect(asked).toEqual(['2,3,4']);
  expect(await requestThumbnail(6)).toEqual({ signature: 'signed 6' });
});

test('more ids than the limit are split into several calls', async () => {
  await Promise.all(Array.from({ length: 150 }, (_, at) => requestThumbnail(at + 1)));
  expect(asked.map((ids) => ids.split(',').length)).toEqual([100, 50]);
});

test('a thumbnail without a signature resolves to nothing', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ error: 'No.', code: 'forbidden' }, { status: 403 }));
  expect(await requestThumbnail(2)).toBeUndefined();
});

test('a picture that came with its signature needs no further call', () => {
  expect(buildThumbnailUrl(2, { signature: 'signed', image: '/9j/' })).toBe('data:image/jpeg;base64,/9j/');
  expect(buildThumbnailUrl(2, { signature: 'signed' })).toBe('/api/files/2/thumbnail?signature=signed');
});

test('thumbnails that were asked for before the app was there are used once', async () => {
  const ids = [2, 3];
  globalThis.earlyThumbnails = Promise.resolve({ ids, answer: answer('/api/files/thumbnails?ids=2,3') });
  asked.length = 0;
  const signatures = async () =>
    (await Promise.all([2, 3, 4].map(requestThumbnail))).map((thumbnail) => thumbnail?.signature);
  expect(await signatures()).toEqual(['signed 2', undefined, 'signed 4']);
  expect(asked).toEqual(['4']);
  expect(await signatures()).toEqual(['signed 2', undefined, 'signed 4']);
  expect(asked).toEqual(['4', '2,3,4']);
});
