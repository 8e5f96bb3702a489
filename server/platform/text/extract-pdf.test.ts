import { describe, expect, it } from 'vitest';
import { extractDocument } from './extract-document.ts';
import { makePdf } from './testing/documents.ts';
import { extractIndexed, limits, outline } from './testing/expect-blocks.ts';

const long = 'The tenant pays the rent on the first working day of each month to the landlord';

describe('a PDF', () => {
  it('becomes headings and paragraphs with pages and offsets', async () => {
    const pdf = await makePdf(
      [
        [
          { text: 'Lease', y: 700, size: 20 },
          { text: `${long},`, y: 660 },
          { text: 'without any deduction.', y: 648 },
          { text: `${long}.`, y: 620 },
        ],
        [
          { text: '2. Term', y: 700, bold: true },
          { text: `${long}.`, y: 660 },
        ],
      ],
      (document) => document.setTitle('Microsoft Word - Lease of 12 High Street.docx'),
    );
    const { blocks, title, pages, cut } = await extractIndexed('pdf', pdf);
    expect({ title, pages, cut }).toEqual({ title: 'Lease of 12 High Street', pages: 2, cut: false });
    const first = `${long}, without any deduction.`;
    expect(blocks).toEqual([
      { kind: 'heading', text: 'Lease', headings: [], page: 1, start: 0, end: 5 },
      { kind: 'paragraph', text: first, headings: ['Lease'], page: 1, start: 6, end: 109 },
      { kind: 'paragraph', text: `${long}.`, headings: ['Lease'], page: 1, start: 110, end: 190 },
      { kind: 'heading', text: '2. Term', headings: ['Lease'], page: 2, start: 191, end: 198 },
      { kind: 'paragraph', text: `${long}.`, headings: ['Lease', '2. Term'], page: 2, start: 199, end: 279 },
    ]);
  });

  it('mends a word that is broken at the end of a line, and keeps the hyphen of a compound', async () => {
    const pdf = await makePdf([
      [
        { text: 'This is a non-exclusive licence for the whole of the agreed time, and the agree-', y: 700 },
        { text: 'ment between the parties of this contract about the software is of a non-', y: 688 },
        { text: 'exclusive kind.', y: 676 },
      ],
    ]);
    const { blocks } = await extractIndexed('pdf', pdf);
    expect(outline(blocks)).toEqual([
      'paragraph This is a non-exclusive licence for the whole of the agreed time, and the agreement ' +
        'between the parties of this contract about the software is of a non-exclusive kind.',
    ]);
  });

  it('loses headers, footers and page numbers that repeat, but not their first words nor the body', async () => {
    const pages = Array.from({ length: 4 }, (_, index) => [
      { text: 'Strictly confidential', y: 770 },
      { text: `Clause ${index + 1} is about something of its own.`, y: 500 },
      { text: 'The same sentence stands on each page.', y: 400 },
      { text: String(index + 1), y: 20 },
    ]);
    const { blocks } = await extractIndexed('pdf', await makePdf(pages));
    const texts = blocks.map((block) => block.text);
    expect(texts.filter((text) => text === 'Strictly confidential')).toHaveLength(1);
    expect(texts.filter((text) => text.includes('The same sentence'))).toHaveLength(4);
    expect(texts.filter((text) => /^Clause \d is/.test(text))).toHaveLength(4);
    expect(texts.filter((text) => /^\d$/.test(text))).toEqual([]);
  });

  it('keeps the rows of a table as rows, with tabs between the cells', async () => {
    const row = (y: number, cells: string[]) =>
      cells.map((text, index) => ({ text, y, x: 60 + index * 150 }));
    const pdf = await makePdf([
      [...row(700, ['Item', '2024']), ...row(688, ['Rent', '1,200']), ...row(676, ['Heat', '90'])],
    ]);
    const { blocks } = await extractIndexed('pdf', pdf);
    expect(outline(blocks)).toEqual(['table Item\t2024\nRent\t1,200\nHeat\t90']);
  });

  it('reads what is filled into its form', async () => {
    const pdf = await makePdf([[{ text: 'Name:', y: 700 }]], (document) => {
      const field = document.getForm().createTextField('name');
      field.setText('Ada Lovelace');
      field.addToPage(document.getPage(0), { x: 60, y: 600, width: 200, height: 20 });
    });
    expect((await extractIndexed('pdf', pdf)).blocks.map((block) => block.text).join(' ')).toContain(
      'Ada Lovelace',
    );
  });

  it('without text is said to hold none', async () => {
    expect(await extractDocument('pdf', await makePdf([[], []]), limits)).toEqual({
      status: 'no-text',
      reason: 'This PDF holds no text: its pages are empty, scanned or pictures.',
    });
  });

  it('that a password protects is said to be protected', async () => {
    const pdf = await makePdf([[{ text: 'secret', y: 700 }]], ({ context }) => {
      const key = `<${'ab'.repeat(32)}>`;
      const encryption = context.obj({ Filter: 'Standard', V: 1, R: 2, P: -4 });
      context.trailerInfo.Encrypt = encryption;
      context.trailerInfo.ID = context.obj([key, key]);
    });
    const keyed = pdf
      .toString('latin1')
      .replace('/P -4', `/P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}>`);
    expect(await extractDocument('pdf', Buffer.from(keyed, 'latin1'), limits)).toEqual({
      status: 'failed',
      reason: 'This PDF is protected by a password.',
    });
  });

  it('cut off near its start, or of rubbish, is said to be damaged', async () => {
    const whole = await makePdf([[{ text: 'Hello', y: 700 }]]);
    for (const bytes of [whole.subarray(0, 100), Buffer.from('%PDF-1.7\nrubbish')]) {
      expect(await extractDocument('pdf', bytes, limits)).toEqual({
        status: 'failed',
        reason: 'This PDF is damaged and cannot be read.',
      });
    }
  });
});
