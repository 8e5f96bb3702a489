import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, onTestFinished } from 'vitest';
import type { Services } from '#server/app/context.ts';
import type { DomainEvents } from '#server/app/domain-events.ts';
import { makeScan } from '#server/engines/documents/ocr/testing/make-scan.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { openTestApp, testWith } from '#server/testing/test-app.ts';
import { runOcr } from './run-ocr.ts';

// No installed Tesseract is found without a search path.
const WITHOUT_PROGRAM = { tesseractPath: undefined, programPath: '' };
const test = testWith({ config: WITHOUT_PROGRAM });

const LINES = [
  'The tenant keeps a capercaillie',
  'on the premises of the landlord',
  'with his written consent.',
];
const ask = (words: string) => `/api/search?query=${encodeURIComponent(words)}`;
const fileOf = async (owner: TestClient, id: number) => (await owner.get(`/api/files/${id}`)).body;

test('a scan becomes searchable on a machine without Tesseract, and says how certain it is', async ({
  testApp,
}) => {
  const owner = await testApp.user();
  const { id } = await owner.file({ name: 'scan.png', content: makeScan(LINES, {}, 'png') });
  await testApp.finishJobs();
  const { indexStatus, indexReason, ocr } = await fileOf(owner, id);
  expect({ indexStatus, indexReason }).toEqual({ indexStatus: 'indexed', indexReason: null });
  expect(ocr).toMatchObject({ state: 'done', engine: 'wasm', languages: ['eng'] });
  expect(ocr?.confidence).toBeGreaterThan(80);
  expect((await owner.get(ask('capercaillie'))).body.documentInfo?.fileId).toBe(id);
});

test('an image without text says so', async ({ testApp }) => {
  const owner = await testApp.user();
  const { id } = await owner.file({ name: 'blank.png', content: makeScan([], { height: 200 }, 'png') });
  await testApp.finishJobs();
  const { indexStatus, indexReason, ocr } = await fileOf(owner, id);
  expect([indexStatus, indexReason]).toEqual(['no-text', 'No text was found in this document.']);
  expect(ocr).toMatchObject({ state: 'done', confidence: null });
});

/** Declares another size than the image has. */
function declareSize(png: Buffer, side: number): Buffer {
  const changed = Buffer.from(png);
  changed.writeUInt32BE(side, 16);
  changed.writeUInt32BE(side, 20);
  return changed;
}

test('malicious images are reported, and a scan after them is read', async ({ testApp }) => {
  const owner = await testApp.user();
  const scan = makeScan(LINES, {}, 'png');
  const contents = {
    'truncated.jpg': makeScan(LINES).subarray(0, 2_000),
    'huge.png': declareSize(scan, 40_000),
    'bomb.png': declareSize(scan, 7_000),
  };
  const ids = new Map<string, number>();
  for (const [name, content] of Object.entries(contents))
    ids.set(name, (await owner.file({ name, content })).id);
  const last = await owner.file({ name: 'scan.png', content: scan });
  await testApp.finishJobs();
  for (const [name, id] of ids) {
    const { indexStatus } = await fileOf(owner, id);
    expect([name, indexStatus]).toEqual([name, 'no-text']);
  }
  expect(await fileOf(owner, last.id)).toMatchObject({ indexStatus: 'indexed', ocr: { state: 'done' } });
});

/** A document of seven scanned pages, which take two jobs. */
async function makeDocument(): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const scan = await pdf.embedJpg(makeScan(['scanned'], { width: 100, height: 60, size: 12 }));
  for (let page = 0; page < 7; page += 1) pdf.addPage([100, 60]).drawImage(scan, { x: 0, y: 0 });
  return Buffer.from(await pdf.save());
}

type Recognize = NonNullable<Services['documents']['ocr']>['recognizePage'];

test('after a crash in the middle only the pages of that job are read again', async () => {
  // Its jobs run when the test says so: the background work has not started.
  const testApp = await openTestApp({ config: WITHOUT_PROGRAM });
  onTestFinished(() => testApp.close());
  const owner = await testApp.user();
  const { services } = testApp.server;
  const added = await owner.file({ name: 'scans.pdf', content: await makeDocument() });
  const removeJobs = () => services.db.deleteFrom('jobs').where('kind', 'like', 'file.%').execute();
  await removeJobs();
  const words = ['alder', 'birch', 'cedar', 'elder', 'hazel', 'larch', 'maple'];
  let calls = 0;
  let crashAt = 0;
  const recognizePage: Recognize = async () => {
    calls += 1;
    if (calls === crashAt) throw new Error('The server stopped');
    const text = `The ${words[calls > crashAt && crashAt > 0 ? calls - 3 : calls - 1]} tree`;
    return { engine: 'wasm', page: { text, confidence: 90, words: 3 } };
  };
  const ocr = services.documents.ocr && { ...services.documents.ocr, recognizePage };
  const faked: Services = { ...services, documents: { ...services.documents, ocr } };
  const request = { fileId: added.id, pages: [1, 2, 3, 4, 5, 6, 7], gap: null };
  const run = (payload: DomainEvents['file.ocr_requested']) =>
    runOcr(faked, payload, { signal: new AbortController().signal });
  await run(request);
  expect(calls).toBe(5);
  expect(await fileOf(owner, added.id)).toMatchObject({
    indexStatus: 'partly',
    indexReason: 'Page 5 of 7 recognized.',
    ocr: { state: 'waiting', confidence: 90 },
  });
  const next = await services.db
    .selectFrom('jobs')
    .selectAll()
    .where('kind', '=', 'file.ocr_requested')
    .executeTakeFirstOrThrow();
  const rest = JSON.parse(next.payload);
  expect(rest.pages).toEqual([6, 7]);
  crashAt = 7;
  await expect(run(rest)).rejects.toThrow('The server stopped');
  await run(rest);
  expect(calls).toBe(9);
  await removeJobs();
  expect(await fileOf(owner, added.id)).toMatchObject({ indexStatus: 'indexed', ocr: { state: 'done' } });
  // The job of another file has the index read all changes.
  await owner.file({ content: 'A fern' });
  await testApp.finishJobs();
  for (const word of words) expect((await owner.get(ask(word))).body.documentInfo?.fileId).toBe(added.id);
});
