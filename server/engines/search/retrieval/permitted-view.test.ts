import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Hit } from '../search-types.ts';
import { suggestDocuments } from '../suggest/suggest-documents.ts';
import { createInMemoryIndex } from '../testing/in-memory-index.ts';

const word = fc.constantFrom(
  'rent',
  'lease',
  'party',
  'notice',
  'kenway',
  'acme',
  'term',
  'terms',
  'the',
  '10.1',
  'FY22',
);
const phraseOf = (most: number) =>
  fc.array(word, { minLength: 1, maxLength: most }).map((words) => words.join(' '));
/** Words that stand in several languages have a stem in each. */
const foreign = fc.constantFrom(
  'Die Rent der Party ist an jedem Ersten des Monats zu zahlen, und der Term wird nicht verlängert.',
  'La party et le term sont dans le lease, mais la notice de Kenway est pour les acmes.',
);
const quotedPhrase = fc.tuple(phraseOf(2), phraseOf(2)).map(([phrase, rest]) => `"${phrase}" ${rest}`);
const corpus = fc.array(
  fc.record({
    location: fc.record({
      folderId: fc.option(fc.integer({ min: 1, max: 4 })),
      ownerId: fc.integer({ min: 1, max: 2 }),
    }),
    title: phraseOf(2),
    texts: fc.array(fc.oneof(phraseOf(8), foreign), { minLength: 1, maxLength: 3 }),
  }),
  { maxLength: 12 },
);
const allowed = fc.record({
  folderIds: fc.uniqueArray(fc.integer({ min: 1, max: 4 })),
  rootOwnerId: fc.option(fc.integer({ min: 1, max: 2 })),
});

test('forbidden text leaves no trace: hits and scores are those of an index without it', () => {
  fc.assert(
    fc.property(corpus, allowed, fc.oneof(phraseOf(4), quotedPhrase), (documents, rights, text) => {
      const all = documents.map((document, id) => ({ ...document, id }));
      const mayRead = ({ location }: (typeof all)[number]) =>
        location.folderId === null
          ? location.ownerId === rights.rootOwnerId
          : rights.folderIds.includes(location.folderId);
      const readable = all.filter(mayRead);
      const answer = createInMemoryIndex(all).ask(text, rights);
      expect(answer).toEqual(createInMemoryIndex(readable).ask(text));
      // Quotes that no permitted document holds are dropped, so only other queries find the same for everybody.
      if (text.includes('"')) return;
      const names = (hits: Hit[]) => hits.map((hit) => `${hit.documentId}/${hit.chunk.ordinal}`).sort();
      const readableIds = new Set(readable.map(({ id }) => id));
      expect(names(answer)).toEqual(
        names(
          createInMemoryIndex(all)
            .ask(text)
            .filter((hit) => readableIds.has(hit.documentId)),
        ),
      );
    }),
    { numRuns: 500 },
  );
});

test('forbidden text affects no method, confidence, correction or completion', () => {
  const slip = fc.constantFrom('leese', 'notise of termination', 'kenwei acmee', 'ter', 'ken');
  const method = fc.constantFrom('keyword', 'vector', 'hybrid');
  fc.assert(
    fc.property(
      corpus,
      allowed,
      fc.oneof(phraseOf(4), slip),
      method,
      fc.boolean(),
      (documents, rights, text, method, isFirstPermitted) => {
        const all = documents.map((document, id) => ({ ...document, id }));
        const readable = all.filter(({ id, location }) => {
          if (id === 0) return isFirstPermitted;
          return location.folderId === null
            ? location.ownerId === rights.rootOwnerId
            : rights.folderIds.includes(location.folderId);
        });
        // The first document differs from its folder.
        const exceptions = isFirstPermitted ? { documentIds: [0] } : { exceptDocumentIds: [0] };
        const query = { text, limit: 50, method, accessFilter: { ...rights, ...exceptions } };
        const whole = createInMemoryIndex(all);
        const part = createInMemoryIndex(readable);
        expect(whole.find(query)).toEqual(part.find({ ...query, accessFilter: { all: true } }));
        expect(suggestDocuments(whole.index, query)).toEqual(
          suggestDocuments(part.index, { ...query, accessFilter: { all: true } }),
        );
      },
    ),
    { numRuns: 500 },
  );
});
