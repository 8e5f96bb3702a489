import { beforeEach, expect, vi } from 'vitest';
import { makeImage } from '#server/engines/documents/testing/make-images.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { type TestApp, testWith } from '#server/testing/test-app.ts';

const test = testWith({ maxConnections: 10, config: { tesseractPath: undefined, programPath: '' } });

/** The words of the page images, and the languages that were asked for. */
let words = '';
let confidence = 90;
let asked: string[] = [];
/** The engine answers once this is resolved. */
let answerable = Promise.resolve();
beforeEach(() => {
  answerable = Promise.resolve();
  [words, confidence, asked] = ['A capercaillie', 90, []];
});

/** Takes the place of the engine, which other tests use. */
function fakeEngine({ server }: TestApp, languages = ['deu', 'eng']) {
  const { ocr } = server.services.documents;
  if (!ocr) throw new Error('OCR is off');
  vi.spyOn(ocr, 'listLanguages').mockResolvedValue({ languages, damaged: ['fra.traineddata'] });
  vi.spyOn(ocr, 'recognizePage').mockImplementation(async (page) => {
    asked.push(page.languages.join('+'));
    await answerable;
    return { engine: 'wasm', page: { text: words, confidence, words: words.split(' ').length } };
  });
}

const ask = (query: string) => `/api/search?query=${encodeURIComponent(query)}`;
const scan = { name: 'scan.png', content: makeImage('png') };

async function uploadScan(testApp: TestApp, folderId?: number) {
  fakeEngine(testApp);
  const owner = await testApp.user();
  const { id } = await owner.file({ ...scan, ...(folderId !== undefined && { folderId }) });
  await testApp.finishJobs();
  return { owner, id, url: `/api/files/${id}/ocr` };
}
const fileOf = async (owner: TestClient, id: number) => (await owner.get(`/api/files/${id}`)).body;

test('a member has a file recognized again in a language, which replaces its text', async ({ testApp }) => {
  const { owner, id, url } = await uploadScan(testApp);
  words = 'Ein Auerhahn';
  const engine = Promise.withResolvers<void>();
  answerable = engine.promise;
  const { status, body } = await owner.post(url, { languages: ['deu'] });
  expect([status, body]).toEqual([202, { success: true }]);
  expect((await fileOf(owner, id)).ocr?.state).toBe('waiting');
  expect((await owner.get(ask('capercaillie'))).body.documentInfo?.fileId).toBe(id);
  const again = await owner.post(url, { languages: 'auto' });
  expect([again.status, again.body.error]).toEqual([
    409,
    'The text of this file is still being recognized. Try again later.',
  ]);
  engine.resolve();
  await testApp.finishJobs();
  const ocr = { state: 'done', engine: 'wasm', languages: ['deu'], confidence: 90 };
  expect(await fileOf(owner, id)).toMatchObject({ indexStatus: 'indexed', indexReason: null, ocr });
  expect((await owner.get(ask('Auerhahn'))).body.documentInfo?.fileId).toBe(id);
  expect((await owner.get(ask('capercaillie'))).body.documentInfo).toBeFalsy();
});

test('text that has become too uncertain is not kept', async ({ testApp }) => {
  const { owner, id, url } = await uploadScan(testApp);
  confidence = 20;
  expect((await owner.post(url, { languages: 'auto' })).status).toBe(202);
  await testApp.finishJobs();
  expect(await fileOf(owner, id)).toMatchObject({
    indexStatus: 'no-text',
    indexReason: 'This page could not be read. It may be handwriting.',
    ocr: { state: 'unreadable', confidence: null },
  });
  expect((await owner.get(ask('capercaillie'))).body.documentInfo).toBeFalsy();
});

test('of two requests at once one is accepted', async ({ testApp }) => {
  const { owner, url } = await uploadScan(testApp);
  const results = await Promise.all([1, 2].map(() => owner.post(url, { languages: 'auto' })));
  expect(results.map(({ status }) => status).toSorted()).toEqual([202, 409]);
  await testApp.finishJobs();
});

test.for([
  ['a language that is not installed', ['fra'], 'French is not installed. Ask your administrator.'],
  ['no language', [], undefined],
  ['no code', ['../deu'], undefined],
  ['nothing', undefined, undefined],
] as const)('%s is refused', async ([, languages, message], { testApp }) => {
  const { owner, url } = await uploadScan(testApp);
  const { status, body } = await owner.post(url, { languages });
  expect(status).toBe(400);
  if (message !== undefined) expect(body.error).toBe(message);
});

test('a file without pages that are images is refused', async ({ testApp }) => {
  const { owner } = await uploadScan(testApp);
  const { id } = await owner.file({ name: 'notes.txt', content: 'Notes' });
  await testApp.finishJobs();
  const { status, body } = await owner.post(`/api/files/${id}/ocr`, { languages: 'auto' });
  expect([status, body.error]).toEqual([400, 'Only images and PDF files can be recognized.']);
});

test('for somebody else the file does not exist, whatever they ask for', async ({ testApp }) => {
  const { url } = await uploadScan(testApp);
  const unrelated = await testApp.user();
  for (const languages of ['auto', ['deu'], ['fra']]) {
    const { status, body } = await unrelated.post(url, { languages });
    const unknown = await unrelated.post('/api/files/999999/ocr', { languages });
    expect([status, body]).toEqual([unknown.status, unknown.body]);
    expect(status).toBe(404);
  }
});

test('a page is read again in the language of its words, and the next pages of the file at once', async ({
  testApp,
}) => {
  fakeEngine(testApp);
  words =
    'Der Mieter zahlt die Miete und die Kosten der Heizung an den Vermieter, wie es in dem Vertrag steht, bis zum Ersten des Monats';
  const owner = await testApp.user();
  const { id } = await owner.file({ name: 'scan.png', content: makeImage('png') });
  await testApp.finishJobs();
  expect(asked).toEqual(['eng', 'deu']);
  expect((await fileOf(owner, id)).ocr?.languages).toEqual(['deu']);
});

test('a room names the languages of its scans', async ({ testApp }) => {
  fakeEngine(testApp);
  const owner = await testApp.user();
  const room = await owner.folder();
  const { db, now } = testApp.server.services;
  await db
    .insertInto('rooms')
    .values({ folder_id: room.id, created_by_id: owner.id, created_at: now() })
    .onConflict((conflict) => conflict.column('folder_id').doNothing())
    .execute();
  const set = (ocrLanguages: string[]) =>
    owner.patch(`/api/rooms/${room.id}`, { settings: { ocrLanguages } });
  const refused = await set(['deu', 'fra']);
  expect([refused.status, refused.body.error]).toEqual([
    400,
    'French is not installed. Ask your administrator.',
  ]);
  const { status, body } = await set(['deu', 'eng']);
  expect([status, body.settings.ocrLanguages]).toEqual([200, ['deu', 'eng']]);
  await owner.file({ ...scan, folderId: room.id });
  await testApp.finishJobs();
  expect(asked).toEqual(['deu+eng']);
});

test('administrators see engine, languages, queue and damaged files', async ({ testApp }) => {
  const { owner } = await uploadScan(testApp);
  const admin = await testApp.user({ isAdmin: true });
  const { status, body } = await admin.get('/api/admin/ocr');
  expect(status).toBe(200);
  expect(body).toEqual({
    engine: 'wasm',
    languages: ['deu', 'eng'],
    damaged: ['fra.traineddata'],
    waiting: 0,
    running: 0,
    failed: 0,
    pagesPerMinute: null,
  });
  expect((await owner.get('/api/admin/ocr')).status).toBe(403);
  expect((await owner.get('/api/ocr/languages')).body).toEqual({ languages: ['deu', 'eng'] });
});
