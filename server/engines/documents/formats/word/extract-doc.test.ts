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

describe('Word documents of 97 to 2003', () => {
  it('a Word document of 97 to 2003 is read with headings, tables, lists and footnotes', async () => {
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

  it('a password-protected Word document of 97 to 2003 is reported as protected', async () => {
    const doc = makeDoc([{ text: 'Secret' }], { flags: 0x0100 });
    expect(await extractDocument('doc', doc, limits)).toEqual({
      status: 'protected',
      reasons: [{ code: 'password-protected' }],
    });
  });

  it('a Word document whose pieces declare a wrong length is reported as damaged', async () => {
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

  it('a truncated Word document is reported as damaged or read as far as possible', async () => {
    const whole = makeDoc(Array.from({ length: 20 }, () => ({ text: 'A paragraph of some words' })));
    const cut = await extractDocument('doc', whole.subarray(0, whole.length / 2), limits);
    expect(['damaged', 'no-text']).toContain(cut.status);
  });
});

it('rich text and web pages named as a Word document are read by their content', async () => {
  const rtf = await extractIndexed('doc', '{\\rtf1 Rich text\\par}');
  expect(summarizeBlocks(rtf.blocks)).toEqual(['paragraph Rich text']);
  const html = await extractIndexed('doc', '<html><body><p>A web page</p></body></html>');
  expect(summarizeBlocks(html.blocks)).toEqual(['paragraph A web page']);
});
