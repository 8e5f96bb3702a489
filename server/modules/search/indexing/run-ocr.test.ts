import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePdf } from '#server/engines/documents/testing/make-documents.ts';
import { makeImage } from '#server/engines/documents/testing/make-images.ts';
import { canSandbox } from '#server/engines/sandbox/testing/can-sandbox.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { installFakePrograms } from '#server/testing/fakes/fake-programs.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';
import { abandonOcr, runOcr } from './run-ocr.ts';

/** A contract of which the second page is scanned. */
async function makeContract(): Promise<Buffer> {
  const pdf = await PDFDocument.load(await makePdf([[{ text: 'The first page is typed', y: 700 }], []]));
  const scan = await pdf.embedPng(makeImage('png'));
  pdf.getPage(1).drawImage(scan, { x: 0, y: 0, width: 600, height: 800 });
  return Buffer.from(await pdf.save());
}

const statusOf = async (owner: TestClient, id: number) => {
  const { body } = await owner.get(`/api/files/${id}`);
  return { status: body.indexStatus, reason: body.indexReason };
};
const ask = (words: string) => `/api/search?query=${encodeURIComponent(words)}`;

describe('with OCR off', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await openTestApp();
  });
  afterAll(() => testApp.close());

  test('an image is reported as not searchable, with the reason', async () => {
    const owner = await testApp.user();
    const { id } = await owner.file({ name: 'scan.png', content: makeImage('png') });
    await testApp.finishJobs();
    expect(await statusOf(owner, id)).toEqual({
      status: 'no-text',
      reason: 'This is an image whose text cannot be searched: OCR is turned off.',
    });
  });

  test('the typed pages of a document are found, and scanned pages are reported', async () => {
    const owner = await testApp.user();
    const { id } = await owner.file({ name: 'contract.pdf', content: await makeContract() });
    await testApp.finishJobs();
    expect(await statusOf(owner, id)).toEqual({
      status: 'partly',
      reason: 'Page 2 is an image whose text cannot be searched: OCR is turned off.',
    });
    expect((await owner.get(ask('typed'))).body.documentInfo?.fileId).toBe(id);
  });
});

describe.runIf(canSandbox)('with an installed OCR program (requires Linux with sandboxing)', () => {
  let testApp: TestApp;
  let programs: Awaited<ReturnType<typeof installFakePrograms>>;
  beforeAll(async () => {
    programs = await installFakePrograms({
      tesseract: `[ "$1" = --list-langs ] && { printf 'List\\neng\\n'; exit; }
        i=0; for word in A capercaillie signed; do printf '5\\t1\\t1\\t1\\t1\\t1\\t0\\t0\\t9\\t9\\t91\\t%s\\n' $word; done`,
    });
    testApp = await openTestApp({ config: { tesseractPath: undefined, programPath: programs.folders } });
  });
  afterAll(async () => {
    await testApp.close();
    await programs.remove();
  });

  test('the words of an image are found', async () => {
    const owner = await testApp.user();
    const { id } = await owner.file({ name: 'scan.png', content: makeImage('png') });
    await testApp.finishJobs();
    expect(await statusOf(owner, id)).toEqual({ status: 'indexed', reason: null });
    expect((await owner.get(ask('capercaillie'))).body.documentInfo?.fileId).toBe(id);
    const { ocr } = (await owner.get(`/api/files/${id}`)).body;
    expect(ocr).toEqual({ state: 'done', engine: 'native', languages: ['eng'], confidence: 91 });
  });

  test.for(['tiff', 'avif'] as const)('the words of a scan in %s are found', async (format) => {
    const owner = await testApp.user();
    const { id } = await owner.file({ name: `scan.${format}`, content: makeImage(format) });
    await testApp.finishJobs();
    expect(await statusOf(owner, id)).toEqual({ status: 'indexed', reason: null });
    const { body } = await owner.get(ask('capercaillie'));
    expect(body.citations).toContainEqual(expect.objectContaining({ fileId: id, page: 1 }));
  });

  test('a damaged scan is reported as not recognized', async () => {
    const owner = await testApp.user();
    const { id } = await owner.file({ name: 'scan.tif', content: makeImage('tiff').subarray(0, 60) });
    await testApp.finishJobs();
    expect(await statusOf(owner, id)).toEqual({
      status: 'no-text',
      reason: 'Page 1 is an image whose text could not be recognized.',
    });
  });

  test('the words of a scanned page are found on that page, beside the typed ones', async () => {
    const owner = await testApp.user();
    const { id } = await owner.file({ name: 'contract.pdf', content: await makeContract() });
    await testApp.finishJobs();
    expect(await statusOf(owner, id)).toEqual({ status: 'indexed', reason: null });
    const { services } = testApp.server;
    const again = { fileId: id, pages: [2], gap: null };
    await runOcr(services, again, { signal: new AbortController().signal });
    await testApp.finishJobs();
    const { body } = await owner.get(ask('capercaillie'));
    expect(body.documentInfo?.fileId).toBe(id);
    expect((await owner.get(ask('typed'))).body.documentInfo?.fileId).toBe(id);
    expect(await statusOf(owner, id)).toEqual({ status: 'indexed', reason: null });
  });

  test('a damaged image is reported as not recognized', async () => {
    const owner = await testApp.user();
    const { id } = await owner.file({ name: 'scan.png', content: makeImage('png').subarray(0, 60) });
    await testApp.finishJobs();
    expect(await statusOf(owner, id)).toEqual({
      status: 'no-text',
      reason: 'This is an image whose text could not be recognized.',
    });
  });

  test('the typed text of a document is kept when its images are abandoned', async () => {
    const owner = await testApp.user();
    const { id } = await owner.file({ name: 'contract.pdf', content: await makeContract() });
    await testApp.finishJobs();
    await abandonOcr(testApp.server.services, { fileId: id, pages: [2], gap: null });
    await testApp.finishJobs();
    expect(await statusOf(owner, id)).toMatchObject({ status: 'partly' });
    expect((await owner.get(ask('typed'))).body.documentInfo?.fileId).toBe(id);
  });
});
