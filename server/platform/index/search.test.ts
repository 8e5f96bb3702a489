import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeywordIndex } from './keyword-index.ts';
import { search } from './search.ts';
import type { Allowed, Chunk, Hit, IndexedDocument, Query } from './search-index.ts';
import { suggest } from './suggest.ts';

type Brief = Partial<Omit<IndexedDocument, 'chunks'>> & { id: number; texts: string[] };

function chunkOf(text: string, ordinal: number): Chunk {
  return { ordinal, text, headings: '', start: 0, end: text.length };
}

/** An index of these documents, asked for everything unless told otherwise. */
function indexOf(documents: Brief[]) {
  const index = new KeywordIndex();
  const chunks: Chunk[] = [];
  for (const {
    id,
    place = { folderId: 1, ownerId: 1 },
    title = '',
    path = '',
    head = '',
    texts,
  } of documents) {
    const { held, read, finish } = index.begin(id, { id, place, title, path });
    for (const chunk of texts.map(chunkOf)) {
      chunks.push(chunk);
      read(chunk);
    }
    finish(head);
    index.show(held);
  }
  const find = (query: Query) => search(index, query, ({ chunk }) => chunks[chunk] ?? chunkOf('', 0));
  return {
    index,
    find,
    ask: (text: string, allowed: Allowed = { all: true }, limit = 1000, within?: number[]): Hit[] => {
      const query = { text, allowed, limit, ...(within && { within }) };
      return find(query).hits;
    },
  };
}

const ids = (hits: Hit[]) => hits.map((hit) => hit.documentId);
const sortedIds = (hits: Hit[]) => ids(hits).sort((a, b) => a - b);

test('one word of many is enough, and the chunk with more of them comes first', () => {
  const { ask } = indexOf([
    { id: 1, texts: ['The lease ends in May.'] },
    { id: 2, texts: ['The lease is terminated by notice.'] },
    { id: 3, texts: ['Fruit and vegetables.'] },
  ]);
  expect(ids(ask('terminating leases'))).toEqual([2, 1]);
});

test('a title typed finds its document, also one without text', () => {
  const { ask } = indexOf([
    { id: 1, title: 'Annual report 2021', texts: ['Figures.'] },
    { id: 2, title: 'Scan of the Kenway deed', texts: [''] },
  ]);
  expect(ids(ask('kenway deed'))).toEqual([2]);
});

test('the context of a document ranks its chunks before the same words elsewhere', () => {
  const texts = ['Each party may terminate with notice.'];
  const { ask } = indexOf([
    { id: 1, title: 'Acme supply', texts },
    { id: 2, title: 'Kenway supply', texts },
    { id: 3, title: 'Borg supply', texts },
  ]);
  expect(ids(ask('When may Kenway terminate?'))[0]).toBe(2);
});

test('a code comes before what has its parts only', () => {
  const { ask } = indexOf([
    { id: 1, texts: ['Exhibit 10 and exhibit 1, ex 1, ex 10, 1 of 10.'] },
    { id: 2, texts: ['As stated in EX-10.1 of the annual report, with many more words around it.'] },
    { id: 3, texts: ['EX-10.2 and EX-11.1'] },
  ]);
  expect(ids(ask('EX-10.1'))[0]).toBe(2);
});

test('a number is found however it is grouped', () => {
  const { ask } = indexOf([
    { id: 1, texts: ['a sum of 1,577.00 dollars'] },
    { id: 2, texts: ['a sum of 1,578.00'] },
  ]);
  expect(ids(ask('1577'))).toEqual([1]);
});

test('of many quoted phrases the first four decide, so that no question takes all the time there is', () => {
  const { ask } = indexOf([
    { id: 1, texts: ['ant bee cow dog elk'] },
    { id: 2, texts: ['ant bee cow elk'] },
  ]);
  expect(sortedIds(ask('"ant" "ant" "bee" "cow" "elk" "dog"'))).toEqual([1, 2]);
  expect(ids(ask('"ant" "bee" "cow" "dog"'))).toEqual([1]);
});

test('every hit of a quoted phrase holds it word for word, stop words included', () => {
  const { ask } = indexOf([
    { id: 1, texts: ['the disclosing party and the receiving party'] },
    { id: 2, texts: ['the party of the first part'] },
    { id: 3, texts: ['part of the first party'] },
    { id: 4, title: 'The Party of the First Part', texts: ['nothing'] },
  ]);
  expect(sortedIds(ask('"party of the first part" receiving'))).toEqual([2, 4]);
  expect(ask('"parties of the first part"')).toEqual([]);
});

test('a query of stop words alone still finds', () => {
  const { ask } = indexOf([
    { id: 1, texts: ['To be or not to be'] },
    { id: 2, texts: ['Apples'] },
  ]);
  expect(ids(ask('to be'))).toEqual([1]);
});

test('accents, umlauts and Chinese are found, and marked as they are written', () => {
  const { ask } = indexOf([
    { id: 1, texts: ['Die Kündigung der Straße'] },
    { id: 2, texts: ['机器学习需要数据'] },
  ]);
  expect(ask('kundigung')[0]?.matched).toEqual(['Kündigung']);
  expect(ask('学习')[0]?.matched).toEqual(['学习']);
});

test('at most three chunks of a document are given, and no more than asked for', () => {
  const { ask } = indexOf([
    { id: 1, texts: Array.from({ length: 10 }, (_, at) => `rent for month ${at}`) },
    { id: 2, texts: ['rent'] },
  ]);
  expect(sortedIds(ask('rent'))).toEqual([1, 1, 1, 2]);
  expect(ask('rent', { all: true }, 2)).toHaveLength(2);
  expect(ask('rent', { all: true }, Number.NaN)).toEqual([]);
});

test('whoever may read nothing finds nothing', () => {
  const { ask } = indexOf([
    { id: 1, place: { folderId: 7, ownerId: 1 }, texts: ['rent'] },
    { id: 2, place: { folderId: null, ownerId: 1 }, texts: ['rent'] },
  ]);
  expect(ask('rent', { folderIds: [], rootOwnerId: null })).toEqual([]);
  expect(ids(ask('rent', { folderIds: [], rootOwnerId: 1 }))).toEqual([2]);
  // Owning what lies in a folder is no right to the folder here: the database has resolved that.
  expect(ids(ask('rent', { folderIds: [7], rootOwnerId: 2 }))).toEqual([1]);
});

test('a search within folders leaves out the root', () => {
  const { ask } = indexOf([
    { id: 1, place: { folderId: 7, ownerId: 1 }, texts: ['rent'] },
    { id: 2, place: { folderId: null, ownerId: 1 }, texts: ['rent'] },
  ]);
  expect(ids(ask('rent', { all: true }, 10, [7]))).toEqual([1]);
});

test('ten thousand permitted folders are no burden', () => {
  const { ask } = indexOf([{ id: 1, place: { folderId: 9_999, ownerId: 1 }, texts: ['rent'] }]);
  const folderIds = Array.from({ length: 10_000 }, (_, at) => at);
  expect(ids(ask('rent', { folderIds, rootOwnerId: null }))).toEqual([1]);
});

const word = fc.constantFrom(
  'rent',
  'lease',
  'party',
  'notice',
  'kenway',
  'acme',
  'term',
  'the',
  '10.1',
  'FY22',
);
const phraseOf = (most: number) =>
  fc.array(word, { minLength: 1, maxLength: most }).map((words) => words.join(' '));
const quotedPhrase = fc.tuple(phraseOf(2), phraseOf(2)).map(([phrase, rest]) => `"${phrase}" ${rest}`);
const room = fc.array(
  fc.record({
    place: fc.record({
      folderId: fc.option(fc.integer({ min: 1, max: 4 })),
      ownerId: fc.integer({ min: 1, max: 2 }),
    }),
    title: phraseOf(2),
    texts: fc.array(phraseOf(8), { minLength: 1, maxLength: 3 }),
  }),
  { maxLength: 12 },
);
const allowed = fc.record({
  folderIds: fc.uniqueArray(fc.integer({ min: 1, max: 4 })),
  rootOwnerId: fc.option(fc.integer({ min: 1, max: 2 })),
});

test('what may not be read leaves no trace: hits and scores are those of a room without it', () => {
  fc.assert(
    fc.property(room, allowed, fc.oneof(phraseOf(4), quotedPhrase), (documents, rights, text) => {
      const all = documents.map((document, id) => ({ ...document, id }));
      const mayRead = ({ place }: (typeof all)[number]) =>
        place.folderId === null
          ? place.ownerId === rights.rootOwnerId
          : rights.folderIds.includes(place.folderId);
      const readable = all.filter(mayRead);
      const answer = indexOf(all).ask(text, rights);
      expect(answer).toEqual(indexOf(readable).ask(text));
      // And as a set it is what everybody's answer holds of these documents.
      const names = (hits: Hit[]) => hits.map((hit) => `${hit.documentId}/${hit.chunk.ordinal}`).sort();
      const readableIds = new Set(readable.map(({ id }) => id));
      expect(names(answer)).toEqual(
        names(
          indexOf(all)
            .ask(text)
            .filter((hit) => readableIds.has(hit.documentId)),
        ),
      );
    }),
  );
});

test('in no method, nor in the confidence, a correction or a completion', () => {
  const slip = fc.constantFrom('leese', 'notise of termination', 'kenwei acmee', 'ter', 'ken');
  const method = fc.constantFrom('keyword', 'vector', 'hybrid');
  fc.assert(
    fc.property(room, allowed, fc.oneof(phraseOf(4), slip), method, (documents, rights, text, method) => {
      const all = documents.map((document, id) => ({ ...document, id }));
      const readable = all.filter(({ place }) =>
        place.folderId === null
          ? place.ownerId === rights.rootOwnerId
          : rights.folderIds.includes(place.folderId),
      );
      const query = { text, limit: 50, method, allowed: rights };
      const whole = indexOf(all);
      const part = indexOf(readable);
      expect(whole.find(query)).toEqual(part.find({ ...query, allowed: { all: true } }));
      expect(suggest(whole.index, query)).toEqual(suggest(part.index, { ...query, allowed: { all: true } }));
    }),
  );
});

test('nothing that a person types is an error', () => {
  const { ask } = indexOf([{ id: 1, title: 'NEAR', texts: ['AND OR NOT "quoted" * 日本 10.1'] }]);
  const odd = fc.constantFrom(
    '"',
    '*',
    'NEAR(',
    ' AND ',
    ' OR ',
    '\u0000',
    '\ud83d',
    '😀',
    '”',
    '10.',
    '日本',
    ':',
    '-',
    "'",
  );
  const typed = fc.array(fc.oneof(odd, fc.string({ unit: 'binary', maxLength: 10 })), { maxLength: 20 });
  fc.assert(fc.property(typed, (pieces) => ask(pieces.join('')).every((hit) => hit.documentId === 1)));
  expect(ids(ask(`10.1 ${'"a b '.repeat(5_000)}`))).toEqual([]);
  expect(ids(ask(`quoted ${'lorem '.repeat(100_000)}`))).toEqual([1]);
});

test('a renamed and moved document is found by its new name in its new place only', () => {
  const { index, ask } = indexOf([{ id: 1, title: 'Draft', texts: ['rent'] }]);
  const held = index.find(1);
  if (held === undefined) throw new Error('It was put.');
  index.relabel(held, { place: { folderId: 2, ownerId: 1 }, title: 'Final', path: 'Signed' });
  expect(ids(ask('draft'))).toEqual([]);
  expect(ids(ask('final signed', { folderIds: [2], rootOwnerId: null }))).toEqual([1]);
  expect(ids(ask('rent', { folderIds: [1], rootOwnerId: null }))).toEqual([]);
});
