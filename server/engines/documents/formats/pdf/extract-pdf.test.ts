import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { extractDocument } from '#server/engines/documents/extraction/extract-document.ts';
import {
  extractIndexed,
  extractText,
  limits,
  summarizeBlocks,
} from '#server/engines/documents/extraction/testing/expect-blocks.ts';
import { makePdf, makeProtectedPdf } from '#server/engines/documents/testing/make-documents.ts';

const long = 'The tenant pays the rent on the first working day of each month to the landlord';

describe('PDF files', () => {
  it('a PDF becomes headings and paragraphs with pages and offsets', async () => {
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
    const { blocks, title, pages, status } = await extractIndexed('pdf', pdf);
    expect({ title, pages, status }).toEqual({
      title: 'Lease of 12 High Street',
      pages: 2,
      status: 'indexed',
    });
    const first = `${long}, without any deduction.`;
    expect(blocks).toEqual([
      { kind: 'heading', text: 'Lease', headings: [], page: 1, start: 0, end: 5 },
      { kind: 'paragraph', text: first, headings: ['Lease'], page: 1, start: 6, end: 109 },
      { kind: 'paragraph', text: `${long}.`, headings: ['Lease'], page: 1, start: 110, end: 190 },
      { kind: 'heading', text: '2. Term', headings: ['Lease'], page: 2, start: 191, end: 198 },
      { kind: 'paragraph', text: `${long}.`, headings: ['Lease', '2. Term'], page: 2, start: 199, end: 279 },
    ]);
  });

  it('a word hyphenated at the end of a line is joined, and a compound keeps its hyphen', async () => {
    const pdf = await makePdf([
      [
        { text: 'This is a non-exclusive licence for the whole of the agreed time, and the agree-', y: 700 },
        { text: 'ment between the parties of this contract about the software is of a non-', y: 688 },
        { text: 'exclusive kind.', y: 676 },
      ],
    ]);
    const { blocks } = await extractIndexed('pdf', pdf);
    expect(summarizeBlocks(blocks)).toEqual([
      'paragraph This is a non-exclusive licence for the whole of the agreed time, and the agreement ' +
        'between the parties of this contract about the software is of a non-exclusive kind.',
    ]);
  });

  it('repeated headers, footers and page numbers are removed, except their first occurrence', async () => {
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

  it('repeated lines with numbers of their own stay, and those with the number of the page go', async () => {
    const pages = Array.from({ length: 12 }, (_, index) => [
      { text: `Invoice No. 2024-${index + 17}`, y: 770 },
      { text: `Agreement of 2024, page ${index + 1} of 12`, y: 750 },
      { text: `Something of its own, ${'abcdefghijkl'[index]}.`, y: 500 },
      { text: `Net pay ${(index * 7919) % 9999}.55 EUR`, y: 400 },
    ]);
    const text = summarizeBlocks((await extractIndexed('pdf', await makePdf(pages))).blocks).join('\n');
    for (let index = 0; index < 12; index += 1) {
      expect(text).toContain(`Invoice No. 2024-${index + 17}`);
      expect(text).toContain(`Net pay ${(index * 7919) % 9999}.55 EUR`);
    }
    expect(text.match(/page \d+ of 12/g)).toEqual(['page 1 of 12']);
  });

  it('page numbers without words go, with a total or from another start, and other numbers stay', async () => {
    const pages = Array.from({ length: 5 }, (_, index) => [
      { text: `${index + 1013}`, y: 770 },
      { text: `${index * 31 + 400}`, y: 750 },
      { text: `Something of its own, ${'abcde'[index]}.`, y: 500 },
      { text: `- ${index + 1} / 5 -`, y: 20 },
    ]);
    const text = summarizeBlocks((await extractIndexed('pdf', await makePdf(pages))).blocks).join('\n');
    expect(text).not.toMatch(/101\d|\/ 5/);
    for (const number of [400, 431, 462, 493, 524]) expect(text).toContain(String(number));
  });

  it('rows of a table stay rows, with tabs between the cells', async () => {
    const row = (y: number, cells: string[]) =>
      cells.map((text, index) => ({ text, y, x: 60 + index * 150 }));
    const pdf = await makePdf([
      [...row(700, ['Item', '2024']), ...row(688, ['Rent', '1,200']), ...row(676, ['Heat', '90'])],
    ]);
    const { blocks } = await extractIndexed('pdf', pdf);
    expect(summarizeBlocks(blocks)).toEqual(['table Item\t2024\nRent\t1,200\nHeat\t90']);
  });

  it('short numbers beside each other stay two cells, unlike the number of a clause and its words', async () => {
    const row = (y: number, cells: string[]) =>
      cells.map((text, index) => ({ text, y, x: 60 + index * 150 }));
    const pdf = await makePdf([
      [
        ...row(700, ['Item', '2025', '2024']),
        ...row(688, ['Tax', '(850)', '(380)']),
        ...row(676, ['Staff', '312', '291']),
      ],
    ]);
    const { blocks } = await extractIndexed('pdf', pdf);
    expect(summarizeBlocks(blocks)).toEqual(['table Item\t2025\t2024\nTax\t(850)\t(380)\nStaff\t312\t291']);
  });

  it('values of form fields are read', async () => {
    const pdf = await makePdf([[{ text: 'Name:', y: 700 }]], (document) => {
      const field = document.getForm().createTextField('name');
      field.setText('Ada Lovelace');
      field.addToPage(document.getPage(0), { x: 60, y: 600, width: 200, height: 20 });
    });
    expect((await extractIndexed('pdf', pdf)).blocks.map((block) => block.text).join(' ')).toContain(
      'Ada Lovelace',
    );
  });

  it('a PDF without text is reported as such', async () => {
    expect(await extractDocument('pdf', await makePdf([[], []]), limits)).toEqual({
      status: 'no-text',
      reasons: [{ code: 'no-text' }],
      imagePages: [],
    });
  });

  it('columns are read one after another, even where they are drawn line by line', async () => {
    const left = [
      'The tenant shall pay the monthly',
      'rent in advance on the first day',
      'of each month without any deduc-',
      'tion or set-off whatsoever, and in',
      'the currency of the lease.',
    ];
    const right = [
      'The landlord shall keep the roof,',
      'the walls and all common parts of',
      'the building in good repair, and',
      'shall insure the building against',
      'fire, water and storm.',
    ];
    const across = left.flatMap((text, index) => [
      { text, x: 60, y: 700 - index * 12 },
      { text: right[index] ?? '', x: 320, y: 700 - index * 12 },
    ]);
    const below = { text: 'Signed in May by both of the parties to this lease, in two copies', y: 610 };
    const { blocks } = await extractIndexed('pdf', await makePdf([[...across, below]]));
    expect(summarizeBlocks(blocks)).toEqual([
      'paragraph The tenant shall pay the monthly rent in advance on the first day of each month without any deduction or set-off whatsoever, and in the currency of the lease.',
      'paragraph The landlord shall keep the roof, the walls and all common parts of the building in good repair, and shall insure the building against fire, water and storm.',
      `paragraph ${below.text}`,
    ]);
  });

  it('reports which pages are images, and reads the others', async () => {
    const dot = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const pdf = await PDFDocument.load(await makePdf([[{ text: 'Typed', y: 700 }], [], []]));
    const image = await pdf.embedPng(dot);
    pdf.getPage(1).drawImage(image, { x: 0, y: 0, width: 600, height: 800 });
    // An ornament is no scan.
    pdf.getPage(2).drawImage(image, { x: 0, y: 0, width: 50, height: 50 });
    const { imagePages, pages } = await extractIndexed('pdf', Buffer.from(await pdf.save()));
    expect({ imagePages, pages }).toEqual({ imagePages: [2], pages: 3 });
  });

  it('a PDF with a damaged page is read without it, which is reported', async () => {
    const pdf = await PDFDocument.load(
      await makePdf([[{ text: 'Whole', y: 700 }], [{ text: 'Lost', y: 700 }]]),
    );
    pdf.context.assign(pdf.getPage(1).ref, pdf.context.obj(5));
    const read = await extractText('pdf', Buffer.from(await pdf.save({ useObjectStreams: false })));
    expect(summarizeBlocks(read.blocks)).toEqual(['paragraph Whole']);
    expect(read).toMatchObject({
      status: 'partly',
      reasons: [{ code: 'pages-damaged', failed: 1, count: 2 }],
    });
  });

  it('a password-protected PDF is reported as protected', async () => {
    expect(await extractDocument('pdf', await makeProtectedPdf('secret'), limits)).toEqual({
      status: 'protected',
      reasons: [{ code: 'pdf-password-protected' }],
    });
  });

  it('a PDF that is cut off near its start, or random bytes, are reported as damaged', async () => {
    const whole = await makePdf([[{ text: 'Hello', y: 700 }]]);
    for (const bytes of [whole.subarray(0, 100), Buffer.from('%PDF-1.7\nrubbish')]) {
      expect(await extractDocument('pdf', bytes, limits)).toEqual({
        status: 'damaged',
        reasons: [{ code: 'pdf-damaged' }],
      });
    }
  });
});
