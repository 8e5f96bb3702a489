import { expect, test } from 'vitest';
import { InvertedIndex } from '../storage/inverted-index.ts';
import { createResultSelection } from './select-results.ts';

const clause =
  'Either party may terminate this agreement by written notice of ninety days to the other party at its seat';

/** A document for each list of texts, ranked from the first passage to the last. */
function rankedOf(documents: string[][]) {
  const index = new InvertedIndex();
  const ranked = documents.flatMap((texts, id) => {
    const { entry, addChunk, finish } = index.addDocument(id, {
      id,
      location: { folderId: 1, ownerId: 1 },
      title: '',
      path: '',
    });
    for (const [ordinal, text] of texts.entries())
      addChunk({ ordinal, text, headings: '', start: 0, end: text.length });
    finish('');
    index.publish(entry);
    return texts.map((_, at) => ({
      entry: entry,
      chunk: entry.firstChunk + at,
      score: 1 / (1 + entry.firstChunk + at),
    }));
  });
  const select = (limit: number) => {
    const selection = createResultSelection(index, limit);
    for (const each of ranked) if (!selection.take(each)) break;
    return selection.ranked();
  };
  return { select };
}

test('a copy ranks after all different passages and is kept', () => {
  const { select } = rankedOf([[clause], [`${clause} here`], ['Something else']]);
  const selected = select(10);
  expect(selected.map(({ entry }) => entry.id)).toEqual([0, 2, 1]);
  expect(selected.map(({ score }) => score)).toEqual(
    selected.map(({ score }) => score).sort((a, b) => b - a),
  );
  expect(select(2).map(({ entry }) => entry.id)).toEqual([0, 2, 1]);
});

test('short passages are not copies of one another', () => {
  expect(
    rankedOf([['the lease'], ['the lease'], ['other']])
      .select(10)
      .map(({ entry }) => entry.id),
  ).toEqual([0, 1, 2]);
});

test('after the best passages comes the best one of each further document', () => {
  const { select } = rankedOf([['a', 'b', 'c', 'd'], ['e', 'f'], ['g']]);
  expect(select(3).map(({ entry, chunk }) => `${entry.id}: ${chunk}`)).toEqual([
    '0: 0',
    '0: 1',
    '0: 2',
    '1: 4',
    '2: 6',
  ]);
});

test('at most as many further documents follow as passages were requested', () => {
  const { select } = rankedOf([['a', 'b'], ['c'], ['d'], ['e']]);
  expect(select(2).map(({ entry }) => entry.id)).toEqual([0, 0, 1]);
});
