import { expect } from 'vitest';
import { extractText } from '#server/engines/documents/extraction/testing/expect-blocks.ts';
import { readImage, turnImage } from '#server/engines/documents/ocr/testing/read-image.ts';
import { openAccessPage } from '#server/testing/link-client.ts';
import { createPdf } from '#server/testing/sample-documents/sample-documents.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';

const TEMPLATE = 'Hand {email} {group} {date} {time} {link} {room} {copy}';
const ANGLE = 30;

/** Opens a link with every part in its watermark to a PDF of one empty page. */
async function visitPdf(testApp: TestApp, size = 100) {
  const owner = await testApp.user();
  const room = await owner.folder('Corvane');
  await owner.post('/api/rooms', { folderId: room.id });
  const folder = await owner.folder('Legal', room.id);
  const pdf = await createPdf();
  pdf.addPage([600, 800]);
  const content = Buffer.from(await pdf.save());
  const file = await owner.file({ folderId: folder.id, name: 'Contract.pdf', content });
  const { body: watermark } = await owner.post('/api/watermarks', {
    name: 'All parts',
    template: TEMPLATE,
    angle: ANGLE,
    size,
    density: 100,
    color: 'gray',
  });
  const { body: link } = await owner.post('/api/links', {
    name: 'Fund',
    targets: [{ kind: 'folder', id: folder.id }],
    settings: { watermarkId: watermark.id, level: 'download' },
  });
  const browser = openAccessPage(testApp.server, link.url);
  await browser.submit('email', { email: 'guest@example.test' });
  expect((await browser.submit('enter')).status).toBe(200);
  return { browser, path: `/api/files/${file.id}` };
}

/** The parts of the template as they read for the first visitor, at the time of the app. */
const PARTS = ['guest@example.test', '2026-11-20', '12:00', 'UTC', 'Fund', 'Corvane', '1'];

test('each part of the watermark of a link is text in the PDF that its visitor downloads', async ({
  testApp,
}) => {
  const { browser, path } = await visitPdf(testApp);
  const { blocks } = await extractText('pdf', (await browser.get(`${path}/download`)).bytes);
  const text = blocks.map((block) => block.text).join(' ');
  expect(text.split(/\s+/)).toEqual(expect.arrayContaining(PARTS));
});

test.for([
  ['page images', { width: '1600' }, 100],
  ['compact page images for slow connections', { width: '1600', compact: 'true' }, 100],
  // At this width Tesseract misreads letters of the usual size that people read.
  ['the compact page image of a phone', { width: '800', compact: 'true' }, 200],
] as const)(
  'each part of the watermark of a link is read by OCR on %s of its visitor',
  {
    tags: ['full'],
    // Recognizing a page takes seconds of processor time.
    timeout: 180_000,
  },
  async ([, asked, size], { testApp }) => {
    const { browser, path } = await visitPdf(testApp, size);
    const { signature } = (await browser.get(`${path}/pages`)).body;
    const query = new URLSearchParams({ ...asked, signature });
    const page = (await browser.get(`${path}/pages/1?${query}`)).bytes;
    const text = await readImage(await turnImage(page, ANGLE));
    for (const part of PARTS) expect(text).toContain(part);
  },
);
