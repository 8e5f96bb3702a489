import { expect, test } from 'vitest';
import { PermittedView } from '../retrieval/permitted-view.ts';
import { InvertedIndex } from '../storage/inverted-index.ts';
import { scoreWordProximity } from './word-proximity.ts';

function scoresOf(query: string, texts: string[]): number[] {
  const index = new InvertedIndex();
  const location = { folderId: 1, ownerId: 1 };
  const { entry, addChunk, finish } = index.addDocument(1, { id: 1, location, title: '', path: '' });
  for (const [ordinal, text] of texts.entries())
    addChunk({ ordinal, text, headings: '', start: 0, end: text.length });
  finish('');
  index.publish(entry);
  const windows = texts.map((_, chunk) => ({ words: [...index.wordsOf(chunk)], isDocument: true }));
  return scoreWordProximity(query, new PermittedView(index, () => true), windows);
}

test('adjacent words count more than near ones, and distant ones nothing', () => {
  const far = `wind ${'lorem '.repeat(20)} tunnel`;
  const [beside = 0, near = 0, apart = 0] = scoresOf('wind tunnels', ['wind tunnel', 'tunnel of wind', far]);
  expect(beside).toBeGreaterThan(near);
  expect(near).toBeGreaterThan(0);
  expect(apart).toBe(0);
});

test('a text of only two words takes no longer than others', () => {
  const text = 'wind tunnel '.repeat(500);
  const query = 'wind tunnel '.repeat(160);
  const began = performance.now();
  scoresOf(query, Array<string>(200).fill(text));
  expect(performance.now() - began).toBeLessThan(5_000);
});
