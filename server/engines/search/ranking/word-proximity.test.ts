import { expect, test } from 'vitest';
import { KeywordIndex } from '../storage/inverted-index.ts';
import { Permitted } from '../retrieval/permitted-view.ts';
import { scoreWordPairs } from './word-proximity.ts';

function scoresOf(query: string, texts: string[]): number[] {
  const index = new KeywordIndex();
  const place = { folderId: 1, ownerId: 1 };
  const { held, read, finish } = index.begin(1, { id: 1, place, title: '', path: '' });
  for (const [ordinal, text] of texts.entries())
    read({ ordinal, text, headings: '', start: 0, end: text.length });
  finish('');
  index.show(held);
  const windows = texts.map((_, chunk) => ({ words: [...index.wordsOf(chunk)] }));
  return scoreWordPairs(query, new Permitted(index, () => true), windows);
}

test('side by side counts more than near by, and far apart nothing', () => {
  const far = `wind ${'lorem '.repeat(20)} tunnel`;
  const [beside = 0, near = 0, apart = 0] = scoresOf('wind tunnels', ['wind tunnel', 'tunnel of wind', far]);
  expect(beside).toBeGreaterThan(near);
  expect(near).toBeGreaterThan(0);
  expect(apart).toBe(0);
});

test('a text of nothing but two words takes no longer than others', () => {
  const text = 'wind tunnel '.repeat(500);
  const query = 'wind tunnel '.repeat(160);
  const began = performance.now();
  scoresOf(query, Array<string>(200).fill(text));
  expect(performance.now() - began).toBeLessThan(5_000);
});
