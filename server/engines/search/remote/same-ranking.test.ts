import { expect, test } from 'vitest';
import type { SearchEngine, SearchQuery } from '../search-engine.ts';
import { createTestDocument as document, ENGINES, TEST_SEARCH_URL } from '../testing/index-engines.ts';

const WORDS =
  'Acme Holding mill river valley notice period rent capex purchases property plant equipment Haftung Krankheit lease tenant Falcon the of'.split(
    ' ',
  );

/** Returns a function that draws numbers, the same in each run. */
function createDraw() {
  let state = 7;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

function createDocuments() {
  const draw = createDraw();
  const sentence = () => Array.from({ length: 20 + draw(40) }, () => WORDS[draw(draw(WORDS.length) + 1)]);
  const mixed = Array.from({ length: 16 }, (_, at) => {
    const texts = Array.from({ length: 1 + draw(8) }, () => sentence().join(' '));
    const location = { folderId: at % 4 || null, ownerId: 1 };
    return document(at + 1, texts, { location, title: `${WORDS[at]} ${at}`, path: WORDS[draw(5)] ?? '' });
  });
  // A word of a question is translated for documents in that language alone.
  const german = ['Die Krankheit war der Grund der Kündigung und nicht die Miete der Wohnung.'];
  return [...mixed, document(17, german, { location: { folderId: 1, ownerId: 1 }, title: 'Brief' })];
}

async function rank(engine: SearchEngine | undefined, query: SearchQuery) {
  const { hits, confidence } = (await engine?.search(query)) ?? { hits: [], confidence: -1 };
  const found = hits.map(({ documentId, chunk, score }) => [documentId, chunk.ordinal, score.toFixed(3)]);
  return { found, confidence: confidence.toFixed(3) };
}

test.skipIf(TEST_SEARCH_URL === undefined)(
  'both engines give the same scores, with equivalent expressions too',
  { timeout: 60_000 },
  async () => {
    const engines = ENGINES.map(([, create]) => create().open());
    for (const each of createDocuments())
      await Promise.all(engines.map((engine) => engine.putDocument(each)));
    const synonyms = [
      {
        folderIds: [1],
        groups: [
          ['Falcon', 'Acme Holding'],
          ['Zebra', 'valley'],
        ],
      },
      { folderIds: [2, 3], groups: [['Falcon', 'river mill', 'lease']] },
    ];
    const accessFilter = { folderIds: [1, 2], rootOwnerId: null };
    for (const text of [
      'What does Falcon own?',
      'Kündigungsfrist',
      'How high was capex?',
      'Zebra',
      'Which disease was the cause?',
    ])
      for (const more of [{ method: 'keyword' }, { method: 'hybrid', accessFilter }] as const) {
        const query: SearchQuery = { accessFilter: { all: true }, limit: 15, synonyms, text, ...more };
        const [first, second] = await Promise.all(engines.map((engine) => rank(engine, query)));
        expect(second, text).toEqual(first);
        expect(first?.found).not.toEqual([]);
      }
  },
);
