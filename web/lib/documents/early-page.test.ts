import { afterEach, expect, test, vi } from 'vitest';
import { findEarlyPage } from './early-page.ts';

afterEach(() => {
  globalThis.earlyPage = undefined;
});

test('an image fetched early is shown for the content that it was fetched for, and for no later version', () => {
  globalThis.earlyPage = { fileId: 3, page: 1, width: '800', url: 'blob:1', onShown: vi.fn() };
  expect(findEarlyPage(4, 1, '800', '4 1')).toBeUndefined();
  expect(findEarlyPage(3, 2, '800', '3 1')).toBeUndefined();
  expect(findEarlyPage(3, 1, '800', '3 1')?.url).toBe('blob:1');
  expect(findEarlyPage(3, 1, '1600', '3 1')).toBeUndefined();
  expect(findEarlyPage(3, 1, '800', '3 2')).toBeUndefined();
  expect(findEarlyPage(3, 1, '800', '3 1')?.url).toBe('blob:1');
});
