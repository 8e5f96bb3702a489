import { describe, expect, it } from 'vitest';
import { extractDocument } from '#server/engines/documents/extraction/extract-document.ts';
import {
  extractIndexed,
  limits,
  summarizeBlocks,
} from '#server/engines/documents/extraction/testing/expect-blocks.ts';
import { makeCompoundFile, makeDoc } from '#server/engines/documents/testing/make-legacy-office-files.ts';

const inTable = '16 24 01';
const rowEnd = '16 24 01 17 24 01';

describe('a Word document of 97 to 2003', () => {
  it('is read with its headings, tables under their headers, lists and footnotes', async () => {
    const row = (cells: string[]) => [
      ...cells.map((text) => ({ text, mark: '\u0007' as const, properties: inTable })),
      { text: '', mark: '\u0007' as const, properties: rowEnd },
    ];
    const doc = makeDoc(
      [
        { text: 'Lease', style: 1 },
        { text: 'The tenant pays each month – \u0013 REF rent \\h \u0014see Rent\u0015.' },
        { text: 'Rent', style: 2 },
        ...row(['Item', 'Amount']),
        ...row(['Flat', '900']),
        ...row(['Cellar', '']),
        { text: 'No pets', properties: '0b 46 01 00' },
      ],
      { footnotes: '\u0002 Payable in advance.\r' },
    );
    const { blocks, title } = await extractIndexed('doc', doc);
    expect(summarizeBlocks(blocks)).toEqual([
      'heading Lease',
      'paragraph The tenant pays each month – see Rent.',
      'heading Rent',
      'table Item: Flat; Amount: 900',
      'table Item: Cellar',
      'list No pets',
      'note Payable in advance.',
    ]);
    expect(blocks[3]?.headings).toEqual(['Lease', 'Rent']);
    expect(title).toBe('Lease');
  });

  it('that a password protects is said to be protected', async () => {
    const doc = makeDoc([{ text: 'Secret' }], { flags: 0x0100 });
    expect(await extractDocument('doc', doc, limits)).toEqual({
      status: 'protected',
      reasons: [{ code: 'password-protected' }],
    });
  });

  it('whose pieces lie about their length is said to be damaged', async () => {
    const main = Buffer.alloc(0x1000);
    main.writeUInt16LE(0xa5ec, 0);
    main.writeUInt16LE(0xc1, 2);
    main.writeInt32LE(0x7fff_ffff, 0x4c);
    const table = Buffer.alloc(64);
    table.writeUInt8(2, 0);
    table.writeUInt32LE(16, 1);
    table.writeUInt32LE(0x7fff_ffff, 9);
    const doc = makeCompoundFile({ WordDocument: main, '0Table': table });
    expect(await extractDocument('doc', doc, limits)).toMatchObject({ status: 'damaged' });
  });

  it('cut off in the middle is said to be damaged or holds what is left', async () => {
    const whole = makeDoc(Array.from({ length: 20 }, () => ({ text: 'A paragraph of some words' })));
    const cut = await extractDocument('doc', whole.subarray(0, whole.length / 2), limits);
    expect(['damaged', 'no-text']).toContain(cut.status);
  });
});

it('rich text and web pages that were saved under the name of a Word document are read as what they are', async () => {
  const rtf = await extractIndexed('doc', '{\\rtf1 Rich text\\par}');
  expect(summarizeBlocks(rtf.blocks)).toEqual(['paragraph Rich text']);
  const html = await extractIndexed('doc', '<html><body><p>A web page</p></body></html>');
  expect(summarizeBlocks(html.blocks)).toEqual(['paragraph A web page']);
});
