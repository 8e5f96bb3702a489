import { afterAll, describe, expect } from 'vitest';
import { makeDocx, makePdf, paragraph } from '#server/engines/documents/testing/make-documents.ts';
import { canSandbox } from '#server/engines/sandbox/testing/can-sandbox.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { installFakeOffice } from '#server/testing/fakes/fake-programs.ts';
import { testWith } from '#server/testing/test-app.ts';

const PDF = await makePdf([[{ text: 'A clause.', y: 700 }]]);
const DOCX = makeDocx(paragraph('A clause.'));

const programs = await installFakeOffice(PDF);
afterAll(programs.remove);
const test = testWith({ config: { programPath: programs.folders } });

describe.runIf(canSandbox)('GET /api/files/:id/pdf (requires Linux with sandboxing)', () => {
  test('an Office document is downloaded as a PDF, whole or in ranges', async ({ testApp }) => {
    const owner = await testApp.user();
    const file = await owner.file({ name: 'letter.docx', content: DOCX });
    const url = `/api/files/${file.id}/pdf`;
    const head = await owner.send({ method: 'HEAD', url });
    expect([head.status, head.headers['content-length']]).toEqual([200, String(PDF.length)]);
    const whole = await owner.get(url);
    expect([whole.headers['content-type'], whole.bytes.equals(PDF)]).toEqual(['application/pdf', true]);
    const part = await owner.get(url, { range: 'bytes=0-4' });
    expect([part.status, part.bytes.toString()]).toEqual([206, '%PDF-']);
  });

  test.for([
    ['a text', 'note.txt', 'A note.'],
    ['a file that is a PDF already', 'deed.pdf', PDF],
    ['a file that cannot be converted', 'broken.doc', 'broken'],
  ] as const)('no converted PDF is returned for %s', async ([_what, name, content], { testApp }) => {
    const owner = await testApp.user();
    const file = await owner.file({ name, content });
    const answer = await owner.get(`/api/files/${file.id}/pdf`);
    expect([answer.status, answer.bytes.length]).toEqual([204, 0]);
  });

  test('the PDF is refused to actors who may not download the document', async ({ testApp }) => {
    const owner = await testApp.user();
    const folder = await owner.folder();
    const options = { name: 'letter.docx', content: DOCX, folderId: folder.id };
    const [open, restricted] = [
      await owner.file(options),
      await owner.file({ ...options, allowDownload: false }),
    ];
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [folder.id] });
    const welcome = await testApp.visitor({ inviter: owner, folderIds: [folder.id], mayDownload: true });
    const statusFor = async (client: TestClient, { id }: { id: number }) =>
      (await client.get(`/api/files/${id}/pdf`)).status;
    expect([await statusFor(visitor, open), await statusFor(welcome, open)]).toEqual([403, 200]);
    expect([await statusFor(owner, restricted), await statusFor(welcome, restricted)]).toEqual([403, 403]);
  });

  test('the PDF has a watermark when downloads are watermarked', async ({ testApp }) => {
    const admin = await testApp.user({ isAdmin: true });
    await admin.patch('/api/admin/system-settings', { watermarkDownloads: true });
    const owner = await testApp.user();
    const file = await owner.file({ name: 'letter.docx', content: DOCX });
    const { status, headers, bytes } = await owner.get(`/api/files/${file.id}/pdf`, { range: 'bytes=0-4' });
    expect([status, headers['accept-ranges'], headers['etag']]).toEqual([200, 'none', undefined]);
    expect([bytes.subarray(0, 5).toString(), bytes.equals(PDF)]).toEqual(['%PDF-', false]);
  });
});
