import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createInMemoryIndex } from '../testing/in-memory-index.ts';
import { suggestDocuments } from './suggest-documents.ts';

const LIMIT = 3;
const word = fc.constantFrom(
  'rent',
  'rental',
  'lease',
  'leases',
  'notice',
  'kenway',
  'acme',
  'term',
  'terms',
);
const title = fc.array(word, { minLength: 1, maxLength: 4 });
const typed = fc.tuple(fc.array(word, { maxLength: 2 }), word, fc.integer({ min: 1, max: 6 }));

test('a name is suggested if it contains each whole word and one with the last as its prefix, shortest first', () => {
  fc.assert(
    fc.property(
      fc.array(title, { maxLength: 30 }),
      typed,
      fc.nat(30),
      (titles, [whole, last, letters], removed) => {
        const beginning = last.slice(0, letters);
        const { index } = createInMemoryIndex(
          titles.map((words, id) => ({ id, title: words.join(' '), texts: ['A text.'] })),
        );
        const query = {
          text: [...whole, beginning].join(' '),
          accessFilter: { all: true as const },
          limit: LIMIT,
        };
        const isBegun = (each: string | undefined) =>
          whole[0] === undefined ? each?.startsWith(beginning) : each === whole[0];
        // The first answer sorts what it looks at; the second must not find what has left since.
        suggestDocuments(index, query);
        index.withdraw(removed);
        const expected = titles
          .map((words, id) => ({
            id,
            words,
            isLater: isBegun(words[0]) ? 0 : 1,
            length: words.join(' ').length,
          }))
          .filter(({ id }) => id !== removed)
          .filter(({ words }) => whole.every((each) => words.includes(each)))
          .filter(({ words }) => words.some((each) => each.startsWith(beginning)))
          .sort((a, b) => a.isLater - b.isLater || a.length - b.length || a.id - b.id)
          .slice(0, LIMIT);
        expect(suggestDocuments(index, query).documentIds).toEqual(expected.map(({ id }) => id));
      },
    ),
    { numRuns: 300 },
  );
});
