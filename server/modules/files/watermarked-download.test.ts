import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { sql } from 'kysely';
import { beforeEach, describe, expect } from 'vitest';
import { makePdf } from '#server/engines/documents/testing/make-documents.ts';
import { findLastPosition, listAuditEvents } from '#server/testing/audit-events.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { getWithSignature } from '#server/testing/clients/signed-url.ts';
import { openTestApp, type TestApp, test } from '#server/testing/test-app.ts';
import { unzip } from '#server/testing/unzip.ts';

const PDF = await makePdf([[{ text: 'First', y: 700 }], [{ text: 'Second', y: 700 }]]);
const PROTECTED = Buffer.from(
  PDF.toString('latin1').replace('trailer\n<<', 'trailer\n<< /Encrypt << /Filter /Standard /V 1 >>'),
  'latin1',
);

async function markDownloads(testApp: TestApp): Promise<void> {
  await testApp.server.services.db
    .insertInto('system_settings')
    .values({ name: 'watermarkDownloads', value: 'true' })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/** Returns for each page whether an image was drawn over it. */
const marksOf = (pdf: PDFDocument) =>
  pdf.getPages().map((page) => page.node.Resources()?.toString().includes('/Image-'));

const listTemporaryFiles = async ({ dataDir }: TestApp) =>
  (await readdir(join(dataDir, 'cache'), { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );

describe('with watermarkDownloads on', () => {
  beforeEach<{ testApp: TestApp }>(({ testApp }) => markDownloads(testApp));

  test('every page of a downloaded PDF has a watermark, and the response is not cached', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const file = await owner.file({ name: 'deed.pdf', content: PDF });
    for (const path of ['download', 'view']) {
      const answer = await owner.get(`/api/files/${file.id}/${path}`, { range: 'bytes=0-9' });
      expect([answer.status, answer.headers['cache-control'], answer.headers['accept-ranges']]).toEqual([
        200,
        'private, no-store',
        'none',
      ]);
      expect(answer.headers['etag']).toBeUndefined();
      expect(answer.headers['content-length']).toBe(String(answer.bytes.length));
      expect(marksOf(await PDFDocument.load(answer.bytes))).toEqual([true, true]);
    }
    await expect.poll(() => listTemporaryFiles(testApp)).toEqual([]);
  });

  test('a PDF that cannot be watermarked is refused', async ({ testApp }) => {
    const owner = await testApp.user();
    for (const [content, why] of [
      [PROTECTED, 'it is protected'],
      [Buffer.from('%PDF-1.7 rubbish'), 'it is damaged, or too large'],
    ] as const) {
      const file = await owner.file({ name: 'deed.pdf', content });
      const answer = await owner.get(`/api/files/${file.id}/download`);
      expect([answer.status, answer.body.error]).toEqual([
        403,
        `PDFs can be downloaded only with a watermark, and this one can't be watermarked: ${why}. Ask an administrator for a copy.`,
      ]);
    }
  });

  test('a refused download is not recorded, and a range of a watermarked PDF is a whole one each time', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const locked = await owner.file({ name: 'locked.pdf', content: PROTECTED });
    const file = await owner.file({ name: 'deed.pdf', content: PDF });
    const position = await findLastPosition(testApp);
    for (const path of ['download', 'view'])
      expect((await owner.get(`/api/files/${locked.id}/${path}`)).status).toBe(403);
    for (const _time of [1, 2])
      expect((await owner.get(`/api/files/${file.id}/download`, { range: 'bytes=1-' })).status).toBe(200);
    const recorded = await listAuditEvents(testApp, position);
    const accesses = recorded.filter(({ action }) => action === 'file.download' || action === 'file.view');
    expect(accesses.map(({ object }) => object)).toEqual(Array(2).fill(`file ${file.id} deed.pdf`));
  });

  test('a watermarked PDF is removed when its download cannot be recorded', {
    tags: ['sqlite'],
  }, async () => {
    const testApp = await openTestApp();
    await markDownloads(testApp);
    const owner = await testApp.user();
    const file = await owner.file({ name: 'deed.pdf', content: PDF });
    const { db } = testApp.server.services;
    await sql`create trigger refuse_events before insert on audit_log
      begin select raise(abort, 'no space'); end`.execute(db);
    expect((await owner.get(`/api/files/${file.id}/download`)).status).toBe(500);
    await expect.poll(() => listTemporaryFiles(testApp)).toEqual([]);
    await testApp.close();
  });

  test('an administrator gets the original, and other types are unchanged', async ({ testApp }) => {
    const owner = await testApp.user();
    const admin = await testApp.user({ isAdmin: true });
    const pdf = await owner.file({ name: 'deed.pdf', content: PDF });
    expect((await admin.get(`/api/files/${pdf.id}/download`)).bytes.equals(PDF)).toBe(true);
    const note = await owner.file({ name: 'note.txt', content: 'A note.' });
    expect((await owner.get(`/api/files/${note.id}/download`)).bytes.toString()).toBe('A note.');
  });

  test('an archive contains the watermarked PDF, and omits PDFs that cannot be watermarked', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const folder = await owner.folder();
    await owner.file({ name: 'deed.pdf', content: PDF, folderId: folder.id });
    await owner.file({ name: 'locked.pdf', content: PROTECTED, folderId: folder.id });
    const archive = await owner.get(`/api/folders/${folder.id}/archive`);
    const entries = await unzip(archive.bytes);
    expect(entries.map(({ path }) => path)).toEqual(['deed.pdf', 'index.csv', 'index.xlsx']);
    const [document, index] = entries;
    expect(marksOf(await PDFDocument.load(document?.bytes ?? ''))).toEqual([true, true]);
    expect(String(index?.bytes)).toContain("this one can't be watermarked: it is protected");
    const sha256 = createHash('sha256')
      .update(document?.bytes ?? '')
      .digest('hex');
    expect(String(index?.bytes)).toContain(sha256);
    await expect.poll(() => listTemporaryFiles(testApp)).toEqual([]);
  });

  test.for(['pages/1?width=1200', 'pages/1?width=800', 'thumbnail'])(
    'an owner and a collaborator get %s only with a watermark, an administrator without',
    async (path, { testApp }) => {
      const owner = await testApp.user();
      const folder = await owner.folder();
      const file = await owner.file({ name: 'deed.pdf', content: PDF, folderId: folder.id });
      const collaborator = await testApp.user();
      await testApp.share(folder.id, collaborator);
      const admin = await testApp.user({ isAdmin: true });
      const imageFor = async (client: TestClient) => {
        const { status, bytes } = await getWithSignature(client, `/api/files/${file.id}/${path}`);
        return { status, digest: createHash('sha256').update(bytes).digest('hex') };
      };
      const images = [await imageFor(owner), await imageFor(collaborator), await imageFor(admin)];
      expect(images.map(({ status }) => status)).toEqual([200, 200, 200]);
      const [ofOwner, ofCollaborator, ofAdmin] = images.map(({ digest }) => digest);
      expect(ofOwner).not.toBe(ofAdmin);
      expect(ofCollaborator).not.toBe(ofAdmin);
      const isWatermarked = async (client: TestClient) =>
        (await client.get(`/api/files/${file.id}/pages`)).body.isWatermarked;
      expect([await isWatermarked(owner), await isWatermarked(collaborator)]).toEqual([true, true]);
      expect(await isWatermarked(admin)).toBe(false);
      await admin.patch('/api/admin/system-settings', { watermarkDownloads: false });
      expect((await imageFor(owner)).digest).toBe(ofAdmin);
      await admin.patch('/api/admin/system-settings', { watermarkDownloads: true });
    },
  );

  test('a watermarked PDF is refused to actors who may not download', async ({ testApp }) => {
    const owner = await testApp.user();
    const file = await owner.file({ name: 'deed.pdf', content: PDF, allowDownload: false });
    expect((await owner.get(`/api/files/${file.id}/download`)).status).toBe(403);
  });
});
