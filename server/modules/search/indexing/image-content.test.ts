import { expect } from 'vitest';
import { makePdf } from '#server/engines/documents/testing/make-documents.ts';
import { makeImage } from '#server/engines/documents/testing/make-images.ts';
import { test } from '#server/testing/test-app.ts';

const WRONG = ['damaged', 'This file is not of the kind that its name says.'];

test('the list tells which files named like images are none', async ({ testApp }) => {
  const owner = await testApp.user();
  const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]);
  const contents: Record<string, Buffer> = {
    'program.png': program,
    'program.heic': program,
    'page.jpg': Buffer.from('<!doctype html><script>alert(1)</script>'),
    'archive.webp': Buffer.from('PK\x03\x04 and more'),
    'deed.tiff': await makePdf([[{ text: 'A deed', y: 700 }]]),
    'short.gif': Buffer.from('G'),
    'empty.png': Buffer.alloc(0),
    // Programs open these, whatever they are called.
    'renamed.png': makeImage('jpeg'),
    'renamed.jpg': makeImage('webp'),
    'photo.avif': makeImage('avif'),
    'photo.gif': makeImage('gif'),
    'scan.tiff': makeImage('tiff'),
    'photo.JPEG': makeImage('png'),
  };
  for (const [name, content] of Object.entries(contents)) await owner.file({ name, content });
  await testApp.finishJobs();
  const { body } = await owner.get('/api/files?folderId=null');
  const reported = new Map<string, unknown>();
  for (const { name, indexStatus, indexReason } of body) reported.set(name, [indexStatus, indexReason]);
  for (const name of ['program.png', 'program.heic', 'page.jpg', 'archive.webp', 'deed.tiff', 'short.gif'])
    expect([name, reported.get(name)]).toEqual([name, WRONG]);
  expect(reported.get('empty.png')).toEqual(['no-text', 'The file is empty.']);
  for (const name of ['renamed.png', 'renamed.jpg', 'photo.avif', 'photo.gif', 'scan.tiff', 'photo.JPEG'])
    expect([name, reported.get(name)]).toEqual([
      name,
      ['no-text', expect.stringContaining('OCR is turned off')],
    ]);
});
