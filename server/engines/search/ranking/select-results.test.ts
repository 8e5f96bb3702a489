import { expect, test } from 'vitest';
import { KeywordIndex } from '../storage/inverted-index.ts';
import { createSelection } from './select-results.ts';

const clause =
  'Either party may terminate this agreement by written notice of ninety days to the other party at its seat';

/** A document for each list of texts, ranked from the first passage to the last. */
function rankedOf(documents: string[][]) {
  const index = new KeywordIndex();
  const ranked = documents.flatMap((texts, id) => {
    const { held, read, finish } = index.begin(id, {
      id,
      place: { folderId: 1, ownerId: 1 },
      title: '',
      path: '',
    });
    for (const [ordinal, text] of texts.entries())
      read({ ordinal, text, headings: '', start: 0, end: text.length });
    finish('');
    index.show(held);
    return texts.map((_, at) => ({ held, chunk: held.first + at, score: 1 / (1 + held.first + at) }));
  });
  const select = (limit: number) => {
    const selection = createSelection(index, limit);
    for (const each of ranked) if (!selection.take(each)) break;
    return selection.ranked();
  };
  return { select };
}

test('a copy comes after everything that says something else, and is not lost', () => {
  const { select } = rankedOf([[clause], [`${clause} here`], ['Something else']]);
  const selected = select(10);
  expect(selected.map(({ held }) => held.id)).toEqual([0, 2, 1]);
  expect(selected.map(({ score }) => score)).toEqual(
    selected.map(({ score }) => score).sort((a, b) => b - a),
  );
  expect(select(2).map(({ held }) => held.id)).toEqual([0, 2, 1]);
});

test('short passages are no copies of one another', () => {
  expect(
    rankedOf([['the lease'], ['the lease'], ['other']])
      .select(10)
      .map(({ held }) => held.id),
  ).toEqual([0, 1, 2]);
});

test('after the best passages comes the best one of each further document', () => {
  const { select } = rankedOf([['a', 'b', 'c', 'd'], ['e', 'f'], ['g']]);
  expect(select(3).map(({ held, chunk }) => `${held.id}: ${chunk}`)).toEqual([
    '0: 0',
    '0: 1',
    '0: 2',
    '1: 4',
    '2: 6',
  ]);
});

test('no more further documents follow than passages were asked for', () => {
  const { select } = rankedOf([['a', 'b'], ['c'], ['d'], ['e']]);
  expect(select(2).map(({ held }) => held.id)).toEqual([0, 0, 1]);
});
