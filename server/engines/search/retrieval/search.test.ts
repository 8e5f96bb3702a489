import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Hit } from '../search-types.ts';
import { createInMemoryIndex } from '../testing/in-memory-index.ts';

const ids = (hits: Hit[]) => hits.map((hit) => hit.documentId);
const sortedIds = (hits: Hit[]) => ids(hits).sort((a, b) => a - b);

test('one word of many is enough, and the chunk with more of them ranks first', () => {
  const { ask } = createInMemoryIndex([
    { id: 1, texts: ['The lease ends in May.'] },
    { id: 2, texts: ['The lease is terminated by notice.'] },
    { id: 3, texts: ['Fruit and vegetables.'] },
  ]);
  expect(ids(ask('terminating leases'))).toEqual([2, 1]);
});

test('a typed title finds its document, also one without text', () => {
  const { ask } = createInMemoryIndex([
    { id: 1, title: 'Annual report 2021', texts: ['Figures.'] },
    { id: 2, title: 'Scan of the Kenway deed', texts: [''] },
  ]);
  expect(ids(ask('kenway deed'))).toEqual([2]);
});

test('the context of a document ranks its chunks before the same words elsewhere', () => {
  const texts = ['Each party may terminate with notice.'];
  const { ask } = createInMemoryIndex([
    { id: 1, title: 'Acme supply', texts },
    { id: 2, title: 'Kenway supply', texts },
    { id: 3, title: 'Borg supply', texts },
  ]);
  expect(ids(ask('When may Kenway terminate?'))[0]).toBe(2);
});

test('a code ranks before a text with only its parts', () => {
  const { ask } = createInMemoryIndex([
    { id: 1, texts: ['Exhibit 10 and exhibit 1, ex 1, ex 10, 1 of 10.'] },
    { id: 2, texts: ['As stated in EX-10.1 of the annual report, with many more words around it.'] },
    { id: 3, texts: ['EX-10.2 and EX-11.1'] },
  ]);
  expect(ids(ask('EX-10.1'))[0]).toBe(2);
});

test('a number is found however it is grouped', () => {
  const { ask } = createInMemoryIndex([
    { id: 1, texts: ['a sum of 1,577.00 dollars'] },
    { id: 2, texts: ['a sum of 1,578.00'] },
  ]);
  expect(ids(ask('1577'))).toEqual([1]);
});

test('the first four of many quoted phrases decide, so that the time of a query is limited', () => {
  const { ask } = createInMemoryIndex([
    { id: 1, texts: ['ant bee cow dog elk'] },
    { id: 2, texts: ['ant bee cow elk'] },
  ]);
  expect(sortedIds(ask('"ant" "ant" "bee" "cow" "elk" "dog"'))).toEqual([1, 2]);
  expect(ids(ask('"ant" "bee" "cow" "dog"'))).toEqual([1]);
});

test('every hit of a quoted phrase contains it verbatim, stop words included', () => {
  const { ask } = createInMemoryIndex([
    { id: 1, texts: ['the disclosing party and the receiving party'] },
    { id: 2, texts: ['the party of the first part'] },
    { id: 3, texts: ['part of the first party'] },
    { id: 4, title: 'The Party of the First Part', texts: ['nothing'] },
  ]);
  expect(sortedIds(ask('"party of the first part" receiving'))).toEqual([2, 4]);
  expect(ask('"parties of the first part"')).toEqual([]);
});

test('a query of stop words finds documents', () => {
  const { ask } = createInMemoryIndex([
    { id: 1, texts: ['To be or not to be'] },
    { id: 2, texts: ['Apples'] },
  ]);
  expect(ids(ask('to be'))).toEqual([1]);
});

test('accents, umlauts and Chinese are found', () => {
  const { ask } = createInMemoryIndex([
    { id: 1, texts: ['Die Kündigung der Straße'] },
    { id: 2, texts: ['机器学习需要数据'] },
  ]);
  expect(ids(ask('kundigung'))).toEqual([1]);
  expect(ids(ask('学习'))).toEqual([2]);
});

test('a document does not crowd out others, however many of its passages are better', () => {
  const { ask } = createInMemoryIndex([
    { id: 1, texts: Array.from({ length: 10 }, (_, at) => `rent for month ${at}`) },
    { id: 2, texts: ['rent'] },
  ]);
  expect(ids(ask('rent for month', { all: true }, 2))).toEqual([1, 1, 2]);
  expect(ask('rent for month', { all: true }, 4)).toHaveLength(5);
  expect(ask('rent', { all: true }, Number.NaN)).toEqual([]);
});

test('a query without permitted folders finds nothing', () => {
  const { ask } = createInMemoryIndex([
    { id: 1, location: { folderId: 7, ownerId: 1 }, texts: ['rent'] },
    { id: 2, location: { folderId: null, ownerId: 1 }, texts: ['rent'] },
  ]);
  expect(ask('rent', { folderIds: [], rootOwnerId: null })).toEqual([]);
  expect(ids(ask('rent', { folderIds: [], rootOwnerId: 1 }))).toEqual([2]);
  // Owning what lies in a folder is no right to the folder here: the database has resolved that.
  expect(ids(ask('rent', { folderIds: [7], rootOwnerId: 2 }))).toEqual([1]);
});

test('the most specific passage of a short document ranks first', () => {
  const contract = (name: string, months: number) => ({
    title: name,
    texts: [
      `Commercial ${name}. The landlord lets a warehouse in ${name}. The rent of the ${name} rises every January in ${name}.`,
      `Term and return. The notice period of the ${name} is ${months} months.`,
    ],
  });
  const names = ['Lease Hamburg', ...Array.from({ length: 12 }, (_, at) => `Agreement Place${at}`)];
  const { ask } = createInMemoryIndex(names.map((name, id) => ({ id, ...contract(name, id) })));
  const firstTwo = (question: string) =>
    ask(question)
      .slice(0, 2)
      .map(({ documentId, chunk }) => [documentId, chunk.ordinal]);
  expect(firstTwo('What is the notice period of the lease in Hamburg?')).toEqual([
    [0, 1],
    [0, 0],
  ]);
  expect(firstTwo('Which warehouse is let in Hamburg?')[0]).toEqual([0, 0]);
});

test('a search within folders excludes the root', () => {
  const { ask } = createInMemoryIndex([
    { id: 1, location: { folderId: 7, ownerId: 1 }, texts: ['rent'] },
    { id: 2, location: { folderId: null, ownerId: 1 }, texts: ['rent'] },
  ]);
  expect(ids(ask('rent', { all: true }, 10, [7]))).toEqual([1]);
});

test('ten thousand permitted folders do not slow a search down', () => {
  const { ask } = createInMemoryIndex([
    { id: 1, location: { folderId: 9_999, ownerId: 1 }, texts: ['rent'] },
  ]);
  const folderIds = Array.from({ length: 10_000 }, (_, at) => at);
  expect(ids(ask('rent', { folderIds, rootOwnerId: null }))).toEqual([1]);
});

test('no typed query causes an error', () => {
  const { ask } = createInMemoryIndex([{ id: 1, title: 'NEAR', texts: ['AND OR NOT "quoted" * 日本 10.1'] }]);
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

test('a replaced document is found only by its new name in its new folder', () => {
  const { ask } = createInMemoryIndex([
    { id: 1, title: 'Draft', texts: ['rent'] },
    { id: 1, location: { folderId: 2, ownerId: 1 }, title: 'Final', path: 'Signed', texts: ['rent'] },
  ]);
  expect(ids(ask('draft'))).toEqual([]);
  expect(ids(ask('final signed', { folderIds: [2], rootOwnerId: null }))).toEqual([1]);
  expect(ids(ask('rent', { folderIds: [1], rootOwnerId: null }))).toEqual([]);
});

test('each of two hundred short documents is reranked, however many passages it has', () => {
  const apart = 'escrow of the source code of every earlier version is with the agent';
  const together = 'escrow agent of the source code of every earlier version is with the';
  const others = Array.from({ length: 150 }, (_, id) => ({ id, texts: [apart, apart, apart, apart] }));
  const { find } = createInMemoryIndex([...others, { id: 500, texts: [together, apart, apart, apart] }]);
  const query = { text: 'escrow agent', accessFilter: { all: true }, limit: 1, method: 'hybrid' } as const;
  expect(find(query).hits[0]?.documentId).toBe(500);
});
