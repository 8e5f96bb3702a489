import { expect, test } from 'vitest';
import { hasContent } from './thumbnail.tsx';

test('a nearly blank page has no content, a page with an image has', () => {
  const white = Array.from({ length: 24 * 24 * 4 }, () => 255);
  const withLines = white.map((value, at) => ((at + 50) % 97 === 0 ? 0 : value));
  const withImage = white.map((value, at) => (at < white.length / 8 ? value : 90));
  expect([white, withLines, withImage].map(hasContent)).toEqual([false, false, true]);
});
