import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hasContent, requestThumbnailSignature } from './thumbnail.tsx';

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

test('rows that become visible together request their signatures in one call', async () => {
  const signatures = await Promise.all([2, 3, 4, 2].map(requestThumbnailSignature));
  expect(signatures).toEqual(['signed 2', undefined, 'signed 4', 'signed 2']);
  expect(asked).toEqual(['2,3,4']);
  expect(await requestThumbnailSignature(6)).toBe('signed 6');
});

test('more ids than the limit are split into several calls', async () => {
  await Promise.all(Array.from({ length: 150 }, (_, at) => requestThumbnailSignature(at + 1)));
  expect(asked.map((ids) => ids.split(',').length)).toEqual([100, 50]);
});

test('a thumbnail without a signature resolves to nothing', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ error: 'No.', code: 'forbidden' }, { status: 403 }));
  expect(await requestThumbnailSignature(2)).toBeUndefined();
});

test('a nearly blank page has no content, a page with an image has', () => {
  const white = Array.from({ length: 24 * 24 * 4 }, () => 255);
  const withLines = white.map((value, at) => ((at + 50) % 97 === 0 ? 0 : value));
  const withImage = white.map((value, at) => (at < white.length / 8 ? value : 90));
  expect([white, withLines, withImage].map(hasContent)).toEqual([false, false, true]);
});
