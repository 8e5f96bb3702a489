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

describe('a room without a program for it', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await openTestApp();
  });
  afterAll(() => testApp.close());

  test('says of a picture that its words can’t be found, and why', async () => {
    const owner = await testApp.user();
    const { id } = await owner.file({ name: 'scan.png', content: makeImage('png') });
    await testApp.finishJobs();
    expect(await statusOf(owner, id)).toEqual({
      status: 'no-text',
      reason:
        "This is a picture, and its words can't be found: this room has no program that recognises them.",
    });
  });

  test('finds the typed pages of a document, and says which are pictures', async () => {
    const owner = await testApp.user();
    const { id } = await owner.file({ name: 'contract.pdf', content: await makeContract() });
    await testApp.finishJobs();
    expect(await statusOf(owner, id)).toEqual({
      status: 'partly',
      reason:
        "Page 2 is a picture, and its words can't be found: this room has no program that recognises them.",
    });
    expect((await owner.get(ask('typed'))).body.documentInfo?.fileId).toBe(id);
  });
});

describe.runIf(canSandbox)(
  'a room with a program for it (this needs a Linux that lets it be shut in)',
  () => {
    let testApp: TestApp;
    let programs: Awaited<ReturnType<typeof installFakePrograms>>;
    beforeAll(async () => {
      programs = await installFakePrograms({
        tesseract: '[ "$1" = --list-langs ] || echo "A capercaillie signed"',
      });
      testApp = await openTestApp({ config: { programPath: programs.folders } });
    });
    afterAll(async () => {
      await testApp.close();
      await programs.remove();
    });

    test('finds the words of a picture', async () => {
      const owner = await testApp.user();
      const { id } = await owner.file({ name: 'scan.png', content: makeImage('png') });
      await testApp.finishJobs();
      expect(await statusOf(owner, id)).toEqual({ status: 'indexed', reason: null });
      expect((await owner.get(ask('capercaillie'))).body.documentInfo?.fileId).toBe(id);
    });

    test.for(['tiff', 'avif'] as const)('finds the words of a scan in %s', async (format) => {
      const owner = await testApp.user();
      const { id } = await owner.file({ name: `scan.${format}`, content: makeImage(format) });
      await testApp.finishJobs();
      expect(await statusOf(owner, id)).toEqual({ status: 'indexed', reason: null });
      const { body } = await owner.get(ask('capercaillie'));
      expect(body.citations).toContainEqual(expect.objectContaining({ fileId: id, page: 1 }));
    });

    test('says of a scan that is damaged that its words couldn’t be recognised', async () => {
      const owner = await testApp.user();
      const { id } = await owner.file({ name: 'scan.tif', content: makeImage('tiff').subarray(0, 60) });
      await testApp.finishJobs();
      expect(await statusOf(owner, id)).toEqual({
        status: 'no-text',
        reason: "Page 1 is a picture, and its words couldn't be recognised.",
      });
    });

    test('finds the words of a scanned page on that page, beside the typed ones, however often it looks', async () => {
      const owner = await testApp.user();
      const { id } = await owner.file({ name: 'contract.pdf', content: await makeContract() });
      await testApp.finishJobs();
      expect(await statusOf(owner, id)).toEqual({ status: 'indexed', reason: null });
      const { services } = testApp.server;
      const again = { fileId: id, pages: [2], gap: null };
      await runOcr(services, again, new AbortController().signal);
      await testApp.finishJobs();
      const { body } = await owner.get(ask('capercaillie'));
      expect(body.documentInfo?.fileId).toBe(id);
      expect((await owner.get(ask('typed'))).body.documentInfo?.fileId).toBe(id);
      expect(await statusOf(owner, id)).toEqual({ status: 'indexed', reason: null });
    });

    test('says of a damaged picture that its words couldn’t be recognised', async () => {
      const owner = await testApp.user();
      const { id } = await owner.file({ name: 'scan.png', content: makeImage('png').subarray(0, 60) });
      await testApp.finishJobs();
      expect(await statusOf(owner, id)).toEqual({
        status: 'no-text',
        reason: "This is a picture, and its words couldn't be recognised.",
      });
    });

    test('keeps what was read of a document when its pictures are given up', async () => {
      const owner = await testApp.user();
      const { id } = await owner.file({ name: 'contract.pdf', content: await makeContract() });
      await testApp.finishJobs();
      await abandonOcr(testApp.server.services, { fileId: id, pages: [2], gap: null });
      await testApp.finishJobs();
      expect(await statusOf(owner, id)).toMatchObject({ status: 'partly' });
      expect((await owner.get(ask('typed'))).body.documentInfo?.fileId).toBe(id);
    });
  },
);
