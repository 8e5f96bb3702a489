import { expect, it } from 'vitest';
import { extractDocument } from '#server/engines/documents/extraction/extract-document.ts';
import { extractIndexed, limits } from '#server/engines/documents/extraction/testing/expect-blocks.ts';
import {
  makeCompoundFile,
  makePpt,
  pptRecord,
  uint32s,
} from '#server/engines/documents/testing/make-legacy-office-files.ts';
import { findRecords } from './ppt-records.ts';

it('a presentation of 97 to 2003 is read slide by slide, with titles and notes', async () => {
  const ppt = makePpt([
    { title: 'Results', texts: ['Café sales rose', '*'], notes: 'Say it slowly' },
    { title: 'Outlook', texts: ['More of it'] },
  ]);
  const { blocks } = await extractIndexed('ppt', ppt);
  expect(blocks.map(({ kind, text, slide, headings }) => [kind, text, slide, headings])).toEqual([
    ['heading', 'Results', 1, []],
    ['slide', 'Café sales rose', 1, ['Results']],
    ['note', 'Say it slowly', 1, ['Results']],
    ['heading', 'Outlook', 2, []],
    ['slide', 'More of it', 2, ['Outlook']],
  ]);
});

it('decorative text belongs to its slide, and what all slides show is read once, without the prompts of the master', async () => {
  const slides = [
    { title: 'Results', texts: ['Sales rose'], wordArt: 'Confidential draft' },
    { title: 'Outlook', texts: ['Kenway AG'] },
  ];
  const ppt = makePpt(slides, {
    masterTexts: ['Kenway AG', 'Board of directors', '12.3'],
    footer: 'Not for release',
  });
  const { blocks } = await extractIndexed('ppt', ppt);
  expect(blocks.map(({ kind, text, slide }) => [kind, text, slide])).toEqual([
    ['heading', 'Results', 1],
    ['slide', 'Sales rose', 1],
    ['slide', 'Confidential draft', 1],
    ['heading', 'Outlook', 2],
    ['slide', 'Kenway AG', 2],
    ['note', 'Board of directors', undefined],
    ['note', 'Not for release', undefined],
  ]);
});

it('an encrypted presentation is reported as protected', async () => {
  const ppt = makePpt([{ title: 'Secret', texts: [] }], { token: 0xf3d1c4df });
  expect(await extractDocument('ppt', ppt, limits)).toMatchObject({ status: 'protected' });
});

it('a presentation with cyclic edits is reported as damaged', async () => {
  const edit = pptRecord(4085, uint32s(0, 0, 64, 0, 1, 0, 0));
  const file = Buffer.concat([Buffer.alloc(64), edit]);
  const user = pptRecord(4086, uint32s(20, 0, 64));
  const ppt = makeCompoundFile({ 'PowerPoint Document': file, 'Current User': user });
  expect(await extractDocument('ppt', ppt, limits)).toMatchObject({ status: 'damaged' });
});

it('endlessly nested groups of shapes do not overflow the stack', () => {
  let deep = pptRecord(4008, Buffer.from('never reached'));
  for (let depth = 0; depth < 5_000; depth += 1) deep = pptRecord(0xf003, [deep]);
  expect([...findRecords(deep, new Set([4008]))]).toEqual([]);
});
