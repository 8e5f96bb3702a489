import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { DomainEvents } from '#server/app/domain-events.ts';
import { markUnavailable } from '#server/app/errors.ts';
import { makeScan } from '#server/engines/documents/ocr/testing/make-scan.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { abandonOcr, runOcr } from './run-ocr.ts';

type OcrRequest = DomainEvents['file.ocr_requested'];

const MINUTE_MS = 60_000;
const PAGES = [1, 2, 3, 4, 5, 6, 7];

/** A document of seven scanned pages, which take two jobs. */
async function makeDocument(): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const scan = await pdf.embedJpg(makeScan(['scanned'], { width: 100, height: 60, size: 12 }));
  for (const _ of PAGES) pdf.addPage([100, 60]).drawImage(scan, { x: 0, y: 0 });
  return Buffer.from(await pdf.save());
}

/** Opens an app with a document; a fake engine counts the pages that it is given. */
async function openScene() {
  const testApp = await openTestApp({ config: { tesseractPath: undefined, programPath: '' } });
  onTestFinished(() => testApp.close());
  const { services } = testApp.server;
  if (!services.documents.ocr) throw new Error('OCR is off');
  const engine = vi.spyOn(services.documents.ocr, 'recognizePage').mockImplementation(async () => {
    return { engine: 'wasm', page: { text: 'An alder tree', confidence: 90, words: 3 } };
  });
  const owner = await testApp.user();
  const { id } = await owner.file({ name: 'scans.pdf', content: await makeDocument() });
  const fileOf = async () => (await owner.get(`/api/files/${id}`)).body;
  /** Has no job run but those of the test: the background work has not started. */
  const removeJobs = () => services.db.deleteFrom('jobs').where('kind', 'like', 'file.%').execute();
  return { testApp, services, engine, owner, id, fileOf, removeJobs };
}

const READ = { indexStatus: 'indexed', indexReason: null, ocr: { state: 'done' } };

test.for([
  ['is unavailable', true],
  ['fails', false],
] as const)('a page is recognized once while the index %s', async ([, isOutage]) => {
  const { testApp, services, engine, owner, id, fileOf } = await openScene();
  const update = vi.spyOn(services.searchIndex, 'setPosition').mockImplementation(async () => {
    const error = new Error('The index cannot be updated');
    if (isOutage) markUnavailable(error);
    throw error;
  });
  for (let round = 0; round < 5; round += 1) {
    await testApp.finishJobs();
    testApp.advanceClock(MINUTE_MS);
  }
  expect(engine).toHaveBeenCalledTimes(PAGES.length);
  update.mockRestore();
  await testApp.finishJobs();
  expect(await fileOf()).toMatchObject(READ);
  expect((await owner.get('/api/search?query=alder')).body.documentInfo?.fileId).toBe(id);
});

test('of two requests for one text the second to store its pages is dropped', async () => {
  const { services, engine, id, fileOf, removeJobs } = await openScene();
  await removeJobs();
  const run = (request: OcrRequest) => runOcr(services, request, { signal: new AbortController().signal });
  const listRequests = async (): Promise<OcrRequest[]> => {
    const jobs = services.db.selectFrom('jobs').select('payload').where('kind', '=', 'file.ocr_requested');
    return (await jobs.orderBy('id').execute()).map(({ payload }) => JSON.parse(payload));
  };
  const textBlobKey = async () =>
    (await services.db.selectFrom('files').select('text_blob_key').where('id', '=', id).executeTakeFirst())
      ?.text_blob_key;
  const first = { fileId: id, pages: PAGES, gap: null, textBlobKey: null };
  await run(first);
  // After a crash.
  await run(first);
  expect(engine).toHaveBeenCalledTimes(5);
  const again = { ...first, textBlobKey: (await textBlobKey()) ?? null };
  await run(again);
  const [old, current] = await listRequests();
  if (!old || !current) throw new Error('The rest was not requested');
  expect([old.pages, current.pages]).toEqual([
    [6, 7],
    [6, 7],
  ]);
  expect(engine).toHaveBeenCalledTimes(10);
  await run(old);
  await abandonOcr(services, old);
  expect(engine).toHaveBeenCalledTimes(10);
  expect((await fileOf()).ocr?.state).toBe('waiting');
  await run(current);
  expect(engine).toHaveBeenCalledTimes(12);
  expect(await fileOf()).toMatchObject(READ);
});

test('a second run that began before the first had stored its pages is dropped', async () => {
  const { services, engine, id, removeJobs } = await openScene();
  await removeJobs();
  const request = { fileId: id, pages: PAGES, gap: null, textBlobKey: null };
  const signal = new AbortController().signal;
  const end = vi.fn<() => Promise<void>>(async () => {});
  await Promise.all([1, 2].map(() => runOcr(services, request, { signal, end })));
  expect(engine).toHaveBeenCalledTimes(10);
  const requested = services.db.selectFrom('jobs').select('id').where('kind', '=', 'file.ocr_requested');
  expect(await requested.execute()).toHaveLength(1);
});
