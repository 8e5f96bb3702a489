import { expect, test } from 'vitest';
import { analyse } from './analyse.ts';
import { Vocabulary } from './vocabulary.ts';
import { scoreWordPairs } from './word-pairs.ts';

function scoresOf(query: string, texts: string[]): number[] {
  const vocabulary = new Vocabulary();
  const windows = texts.map((text) => ({ words: analyse(text).map((term) => vocabulary.learn(term.text)) }));
  return scoreWordPairs(query, vocabulary, windows);
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
