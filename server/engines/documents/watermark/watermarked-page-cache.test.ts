import { expect, test } from 'vitest';
import { createWatermarkedPageCache } from './watermarked-page-cache.ts';

test('the newest watermarked pages are cached, up to a number of bytes', () => {
  const pages = createWatermarkedPageCache(100);
  for (const name of ['a', 'b', 'c']) pages.set(name, Buffer.alloc(40, name));
  expect([pages.get('a'), pages.get('b')?.[0], pages.get('c')?.[0]]).toEqual([undefined, 98, 99]);
  pages.set('c', Buffer.alloc(50, 'd'));
  expect([pages.get('b')?.length, pages.get('c')?.length]).toEqual([40, 50]);
  pages.set('huge', Buffer.alloc(101));
  expect(['b', 'c', 'huge'].map((name) => pages.get(name))).toEqual([undefined, undefined, undefined]);
});
