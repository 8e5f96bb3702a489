import { utils, write } from '@e965/xlsx';
import { describe, expect } from 'vitest';
import { makePptx, shape } from '#server/engines/documents/testing/make-documents.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import { storeText } from './indexing/store-text.ts';
import { findFile } from './queries.ts';

function makeWorkbook(): Buffer {
  const book = utils.book_new();
  const front = utils.aoa_to_sheet([
    ['Bidder', 'Reserve price', 'Offer'],
    ['Aster Rail', 'floor of zebras', 'opening bid 500'],
    ['Belmont', 'row of yaks', 'hidden offer'],
  ]);
  front['!cols'] = [{}, { hidden: true }, {}];
  front['!rows'] = [{}, {}, { hidden: true }];
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Our walk-away price is xylophone']]), 'Internal');
  utils.book_append_sheet(book, front, 'Bids');
  book.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }] };
  return write(book, { type: 'buffer', bookType: 'xlsx', cellStyles: true });
}

const SLIDES = makePptx([
  { shapes: shape(['Our plan'], 'ctrTitle'), notes: 'Never mention the walk-away price.' },
]);

async function openDocuments(testApp: TestApp) {
  const owner = await testApp.user();
  const folder = await owner.folder();
  const files = [
    await owner.file({ name: 'bids.xlsx', content: makeWorkbook(), folderId: folder.id }),
    await owner.file({ name: 'plan.pptx', content: SLIDES, folderId: folder.id }),
  ];
  const visitor = await testApp.visitor({ inviter: owner, folderIds: [folder.id] });
  await testApp.finishJobs();
  return { owner, visitor, files };
}

const QUESTIONS = [
  'What is our walk-away price?',
  'floor of zebras',
  'row of yaks',
  'Reserve price',
  'hidden offer',
  'mention',
];
const SECRETS = /walk-away|xylophone|zebra|yak|Reserve|hidden offer|Internal|mention/;

async function expectNothingHidden(client: TestClient): Promise<void> {
  for (const question of QUESTIONS) {
    const { body } = await client.get(`/api/search?query=${encodeURIComponent(question)}&limit=50`);
    const { query: _, ...shown } = body;
    expect(JSON.stringify(shown)).not.toMatch(SECRETS);
  }
}

describe('what the author of a document hid', () => {
  test('the search quotes what a workbook and a presentation show, and nothing hidden', async ({
    testApp,
  }) => {
    const { owner, visitor, files } = await openDocuments(testApp);
    const { body } = await visitor.get('/api/search?query=opening%20bid%20of%20Aster%20Rail');
    expect(body.citations[0]).toMatchObject({
      fileName: 'bids.xlsx',
      quote: expect.stringContaining('opening bid 500'),
    });
    await expectNothingHidden(visitor);
    await expectNothingHidden(owner);
    for (const { id } of files) {
      const { status, body: file } = await visitor.get(`/api/files/${id}`);
      expect(status).toBe(200);
      expect(JSON.stringify(file)).not.toMatch(SECRETS);
    }
  });

  test('hidden sheets and notes of texts that an earlier version extracted are left out too', async ({
    testApp,
  }) => {
    const { visitor, files } = await openDocuments(testApp);
    const { services } = testApp.server;
    const texts = [
      { kind: 'heading', text: 'Internal', sheet: 'Internal' },
      { kind: 'paragraph', text: 'Sheet Internal (hidden): 1 rows', sheet: 'Internal' },
      { kind: 'sheet-row', text: 'Our walk-away price is xylophone', sheet: 'Internal' },
      { kind: 'note', text: 'Never mention the walk-away price.', slide: 1 },
      { kind: 'slide', text: 'Roadmap of herons', slide: 1 },
    ] as const;
    let start = 0;
    const blocks = texts.map((block) => {
      const placed = { ...block, headings: [], start, end: start + block.text.length };
      start = placed.end + 1;
      return placed;
    });
    for (const { id } of files) {
      const row = await findFile(services.db, id);
      if (!row) throw new Error('The file is missing');
      await storeText(services, row, { status: 'indexed', reason: null, blocks });
    }
    await testApp.finishJobs();
    await expectNothingHidden(visitor);
    const { body } = await visitor.get('/api/search?query=roadmap%20of%20herons');
    expect(body.citations[0]?.quote).toBe('Roadmap of herons');
  });

  test('reindexing reads workbooks again that were read before hidden parts were marked', async ({
    testApp,
  }) => {
    const { visitor, files } = await openDocuments(testApp);
    const { services } = testApp.server;
    const text = 'Aster Rail; floor of zebras';
    const row = await findFile(services.db, files[0]?.id ?? 0);
    if (!row) throw new Error('The file is missing');
    const blocks = [{ kind: 'sheet-row' as const, text, headings: [], start: 0, end: text.length }];
    await storeText(services, row, { status: 'indexed', reason: null, blocks });
    await testApp.finishJobs();
    const administrator = await testApp.user({ isAdmin: true });
    expect((await administrator.get('/api/search?query=reindex&reindex=true')).status).toBe(200);
    await testApp.finishJobs();
    await expectNothingHidden(visitor);
  });
});
