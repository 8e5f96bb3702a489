import { describe, expect, test } from 'vitest';
import type { AccessFilter, SearchEngine, SearchQuery } from './search-engine.ts';
import { createTestDocument as document, ENGINES, TEST_SEARCH_URL } from './testing/index-engines.ts';

test.skipIf(TEST_SEARCH_URL !== undefined)(
  'OpenSearch is tested by `npm run test:cluster`, or where TEST_SEARCH_URL names a server',
  ({ skip }) => skip('TEST_SEARCH_URL is not set: the port is tested on the built-in index only'),
);

describe.each(ENGINES)('%s', (_name, create) => {
  const ask = (index: SearchEngine, text: string, more: Partial<SearchQuery> = {}) =>
    index.search({ text, accessFilter: { all: true }, limit: 10, method: 'keyword', ...more });
  const found = async (index: SearchEngine, text: string, more?: Partial<SearchQuery>) =>
    (await ask(index, text, more)).hits.map(({ documentId }) => documentId);

  test('changes take effect in the next query, in the order in which they were sent', async () => {
    const index = create().open();
    await index.claimFeed();
    await Promise.all([
      index.putDocument(document(1, ['lease'])),
      index.putDocument(document(1, ['rent'])),
      index.putDocument(document(2, ['rent'])),
      index.removeDocument(2),
      index.setPosition(5),
    ]);
    expect(await found(index, 'lease')).toEqual([]);
    expect(await found(index, 'rent')).toEqual([1]);
    expect(await index.readPosition()).toBe(5);
    expect(await index.readStatistics()).toMatchObject({ documents: 1, chunks: 1 });
    await index.clear();
    expect(await found(index, 'rent')).toEqual([]);
    expect(await index.readPosition()).toBe(0);
  });

  test('a passage comes back to the last character, and a shorter text leaves none of the longer one', async () => {
    const index = create().open();
    const text = 'rent \u2028 "quoted" 😀 | a\u0000b';
    const chunk = { ordinal: 4, text, headings: '1 › 2', page: 3, start: 10, end: 10 + text.length };
    await index.putDocument(document(1, ['deed', 'deed again', 'deed at last'], { title: 'Deed' }));
    await index.putDocument(document(1, [], { chunks: [chunk], title: 'Deed', path: 'Legal' }));
    const { hits } = await ask(index, 'legal deed');
    expect(hits.map((hit) => hit.chunk)).toEqual([chunk]);
    expect(await index.readStatistics()).toMatchObject({ documents: 1, chunks: 1 });
  });

  test('everything is there after closing and opening, and so is the position', async () => {
    const { open } = create();
    const first = open();
    await first.putDocument(document(1, ['lease']));
    await first.setPosition(7);
    await first.close();
    const index = open();
    expect(await found(index, 'lease')).toEqual([1]);
    expect(await index.readPosition()).toBe(7);
    expect(await index.claimFeed()).toBe(true);
  });

  test('the position never passes a failed change, even one sent at the same time', async () => {
    const index = create().open();
    const broken = { ...document(2, []), chunks: null as never };
    const outcomes = await Promise.allSettled([
      index.putDocument(document(1, ['lease'])),
      index.setPosition(1),
      index.putDocument(broken),
      index.setPosition(2),
    ]);
    expect(outcomes.slice(2).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await index.readPosition()).toBeLessThanOrEqual(1);
    await index.putDocument(document(1, ['lease']));
    await index.setPosition(2);
    expect(await index.readPosition()).toBe(2);
  });

  test.each<[string, AccessFilter, number[]]>([
    ['nothing', { all: false } as never, []],
    ['no folder', { folderIds: [], rootOwnerId: null }, []],
    ['a folder', { folderIds: [1], rootOwnerId: null }, [1, 2]],
    [
      'a folder without one of its documents',
      { folderIds: [1], rootOwnerId: null, exceptDocumentIds: [2] },
      [1],
    ],
    ['a document of another folder', { folderIds: [1], rootOwnerId: null, documentIds: [3] }, [1, 2, 3]],
    ['root documents of their own', { folderIds: [], rootOwnerId: 7 }, [4]],
  ])(
    'a requester who may see %s finds that alone, by words, by quotes and by name',
    async (_case, accessFilter, expected) => {
      const index = create().open();
      const places = [
        { folderId: 1, ownerId: 1 },
        { folderId: 1, ownerId: 2 },
        { folderId: 2, ownerId: 1 },
        { folderId: null, ownerId: 7 },
        { folderId: null, ownerId: 8 },
      ];
      for (const [at, location] of places.entries())
        await index.putDocument(document(at + 1, ['the secret tariff'], { location, title: `tariff${at}` }));
      for (const text of ['tariff', '"secret tariff"', 'What is the secret tariff?'])
        expect((await found(index, text, { accessFilter })).toSorted()).toEqual(expected);
      const suggested = await index.suggestDocuments({ text: 'tariff', accessFilter, limit: 10 });
      expect(suggested.documentIds.toSorted()).toEqual(expected);
      expect(await found(index, 'tariff', { accessFilter, withinFolderIds: [2] })).toEqual(
        expected.filter((id) => id === 3),
      );
      expect(await found(index, 'tariff', { accessFilter, withinDocumentIds: [1, 5] })).toEqual(
        expected.filter((id) => id === 1),
      );
    },
  );

  test('a placed document has its new path, and one whose text or folder changed must be put', async () => {
    const index = create().open();
    await index.putDocument(document(1, ['rent'], { title: 'Lease', path: 'Old', textKey: 'a' }));
    const placed = {
      id: 1,
      location: { folderId: 1, ownerId: 1 },
      title: 'Lease',
      path: 'Archive',
      textKey: 'a',
    };
    expect(await index.placeDocument(placed)).toBe(true);
    expect(await found(index, 'archive')).toEqual([1]);
    expect(await found(index, 'old')).toEqual([]);
    expect(await index.placeDocument({ ...placed, textKey: 'b' })).toBe(false);
    expect(await index.placeDocument({ ...placed, id: 9 })).toBe(false);
  });

  test('a misspelled word is corrected by permitted words only', async () => {
    const index = create().open();
    await index.putDocument(document(1, ['the indemnification clause']));
    await index.putDocument(
      document(2, ['a confidential settlement'], { location: { folderId: 2, ownerId: 1 } }),
    );
    const accessFilter = { folderIds: [1], rootOwnerId: null };
    const suggest = (text: string) => index.suggestDocuments({ text, accessFilter, limit: 5 });
    expect(await suggest('indemnificatoin')).toEqual({ documentIds: [], correctedText: 'indemnification' });
    expect(await suggest('setlement')).toEqual({ documentIds: [], correctedText: null });
    expect(await found(index, 'where is the indemnificatoin?', { accessFilter, method: 'hybrid' })).toEqual([
      1,
    ]);
  });

  test('names are completed, those that begin with what was typed first', async () => {
    const index = create().open();
    const names = [
      'Share purchase agreement',
      'Purchase order',
      'Annual report',
      'Purchase agreement of 2024',
    ];
    for (const [at, title] of names.entries()) await index.putDocument(document(at + 1, ['x'], { title }));
    const suggest = async (text: string) =>
      (await index.suggestDocuments({ text, accessFilter: { all: true }, limit: 3 })).documentIds;
    expect(await suggest('purch')).toEqual([2, 4, 1]);
    expect(await suggest('purchase agr')).toEqual([4, 1]);
    expect(await suggest('zebra')).toEqual([]);
  });

  test('quoted phrases are found word by word, in their order', async () => {
    const index = create().open();
    await index.putDocument(document(1, ['termination for convenience is excluded']));
    await index.putDocument(document(2, ['for the convenience of termination']));
    await index.putDocument(document(3, ['x'], { title: 'Termination for convenience' }));
    expect((await found(index, '"termination for convenience"')).toSorted()).toEqual([1, 3]);
  });

  test('an expression of the lexicon finds passages, and replaces one that occurs nowhere', async () => {
    const index = create().open();
    await index.putDocument(document(1, ['The notice period is three months to the end of the quarter.']));
    await index.putDocument(
      document(2, ['Der Gerichtsstand ist Hamburg, und die Haftung ist nicht begrenzt.']),
    );
    await index.putDocument(
      document(3, ['Purchases of property, plant and equipment were 48 million euro.'], { title: 'Notes' }),
    );
    for (const method of ['keyword', 'hybrid'] as const) {
      expect(await found(index, 'Kündigungsfrist', { method })).toEqual([1]);
      expect((await found(index, 'Which venue was agreed?', { method }))[0]).toBe(2);
      expect((await found(index, 'How high was capex?', { method }))[0]).toBe(3);
    }
  });

  test('an expression counts only if all its words occur in permitted documents in its language', async () => {
    const index = create().open();
    await index.putDocument(document(1, ['the period of the war', 'the notice on the door']));
    await index.putDocument(document(2, ['the notice on the wall']));
    const accessFilter = { folderIds: [1], rootOwnerId: null, exceptDocumentIds: [1] };
    expect(new Set(await found(index, 'Kündigungsfrist'))).toEqual(new Set([1, 2]));
    expect(await found(index, 'Kündigungsfrist', { accessFilter })).toEqual([]);
    // “Bail” is a lease in French alone.
    await index.putDocument(document(3, ['The captain was released on bail by the court of the city.']));
    expect(await found(index, 'Mietvertrag')).toEqual([]);
  });

  test('synonyms of a room find passages in its folders and nowhere else', async () => {
    const index = create().open();
    const second = { location: { folderId: 2, ownerId: 1 } };
    const atRoot = { location: { folderId: null, ownerId: 1 } };
    await index.putDocument(document(1, ['Acme Holding owns the mill.'], { title: 'Mill' }));
    await index.putDocument(document(2, ['x'], { title: 'Acme Holding' }));
    await index.putDocument(document(3, ['Acme Holding rents the mill in the valley.'], second));
    await index.putDocument(document(4, ['the valley', 'the river'], { ...second, title: 'Acme Holding' }));
    await index.putDocument(document(5, ['Acme Holding'], atRoot));
    const synonyms = [{ folderIds: [1], groups: [['Project Falcon', 'Falcon', 'Acme Holding']] }];
    for (const method of ['keyword', 'hybrid'] as const) {
      expect(await found(index, 'Falcon', { method })).toEqual([]);
      expect((await found(index, 'Falcon', { method, synonyms })).toSorted()).toEqual([1, 2]);
      const permitted = { accessFilter: { folderIds: [1], rootOwnerId: null, exceptDocumentIds: [2] } };
      expect(await found(index, 'Falcon', { method, synonyms, ...permitted })).toEqual([1]);
    }
    // Documents of other folders are as they are without synonyms.
    const inSecond = { withinFolderIds: [2] };
    const { hits, confidence } = await ask(index, 'the Falcon in the valley', inSecond);
    expect(hits).toHaveLength(2);
    expect(await ask(index, 'the Falcon in the valley', { ...inSecond, synonyms })).toMatchObject({
      ...{ hits, confidence },
    });
    // A passage of another folder is not found by its document's name.
    const everywhere = await ask(index, 'the Falcon in the valley', { synonyms });
    expect(everywhere.hits.map(({ chunk }) => chunk.text)).not.toContain('the river');
    // Two rooms give different meanings to the same expression.
    const both = [...synonyms, { folderIds: [2], groups: [['Falcon', 'valley']] }];
    expect((await found(index, 'Falcon', { synonyms: both })).toSorted()).toEqual([1, 2, 3, 4]);
  });

  test('hidden documents change no score and no confidence', async () => {
    const index = create().open();
    const texts = [
      'the lessee pays the rent monthly',
      'the rent is due in advance',
      'the tariff of the port',
    ];
    for (const [at, text] of texts.entries())
      await index.putDocument(document(at + 1, [text], { title: `Paper ${at}` }));
    const accessFilter = { folderIds: [1], rootOwnerId: null };
    const synonyms = [{ folderIds: [1, 2], groups: [['Falcon', 'port tariff', 'hidden harbor']] }];
    const questions = [
      ...['rent', 'When is the rent due?', '"the rent"', 'lessee tariff'],
      ...[
        'Falcon',
        'What does the Falcon cost the lessee?',
        'Which venue was agreed for the rent?',
        'Mieter',
      ],
    ];
    const askAll = () =>
      Promise.all(
        questions.map(async (text) => {
          const method = index.chooseMethod(text);
          const { hits, confidence } = await ask(index, text, { accessFilter, method, synonyms });
          return { confidence, hits: hits.map(({ documentId, score }) => ({ documentId, score })) };
        }),
      );
    const before = await askAll();
    const hidden = { folderId: 2, ownerId: 1 };
    for (let id = 100; id < 200; id++)
      await index.putDocument(
        document(id, ['rent rent lessee tariff port due', 'jurisdiction, tenant, hidden harbor in advance'], {
          location: hidden,
          title: 'Rent',
        }),
      );
    expect(await askAll()).toEqual(before);
  });

  test('vectors are stored with their passages and order the results', async () => {
    const index = create().open();
    await index.putDocument(document(1, ['the rent of the flat']));
    await index.putDocument(document(2, ['the rent of the car']));
    const first = { versionKey: 0, position: 0 };
    const missing = await index.listUnembedded('m', first, 10);
    expect(missing.map(({ documentId, text }) => [documentId, text])).toEqual([
      [1, 'the rent of the flat'],
      [2, 'the rent of the car'],
    ]);
    const vectors = [new Float32Array([1, 0]), new Float32Array([0, 1])];
    await index.putEmbeddings(
      'm',
      missing.map(({ text: _, ...passage }, at) => ({
        ...passage,
        vector: vectors[at] ?? new Float32Array(2),
      })),
    );
    expect(await index.listUnembedded('m', first, 10)).toEqual([]);
    expect(await index.listUnembedded('other', first, 10)).toHaveLength(2);
    const queryEmbedding = { fingerprint: 'm', vector: new Float32Array([0, 1]) };
    const results = await ask(index, 'rent', { method: 'hybrid', queryEmbedding });
    expect(results.method).toBe('hybrid');
    expect(results.hits[0]?.documentId).toBe(2);
    const stale = await ask(index, 'rent', {
      method: 'hybrid',
      queryEmbedding: { ...queryEmbedding, fingerprint: 'n' },
    });
    expect(stale.method).toBe('keyword-fallback');
  });
});
