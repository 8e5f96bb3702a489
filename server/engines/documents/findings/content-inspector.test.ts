import { Readable } from 'node:stream';
import { PDFDocument, PDFHexString, PDFName } from '@cantoo/pdf-lib';
import { utils, write } from '@e965/xlsx';
import { unzipSync } from 'fflate';
import { afterAll, describe, expect, test } from 'vitest';
import { makeDocx, makePdf, makePptx, makeZip, paragraph, shape } from '../testing/make-documents.ts';
import { InspectorPool } from './content-inspector.ts';

const inspector = new InspectorPool({ timeoutMs: 30_000, memoryMb: 1024 });
afterAll(() => inspector.close());

const document = (type: string, content: Buffer) => ({
  key: type,
  type,
  owner: '1',
  bytes: async () => Readable.from([content]),
});
const hiddenIn = async (type: string, content: Buffer) =>
  (await inspector.findHidden(document(type, content))).findings;

const CORE =
  '<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:creator>Ada Author</dc:creator><cp:lastModifiedBy>Eve Editor</cp:lastModifiedBy></cp:coreProperties>';
const APP =
  '<Properties xmlns="a"><Template>Project Falcon.dotx</Template><Company>Muster AG</Company></Properties>';

function makeBook() {
  const book = utils.book_new();
  const front = utils.aoa_to_sheet([['Sum']]);
  utils.cell_add_comment(front['A1'], 'Check it', 'Dana');
  utils.book_append_sheet(book, front, 'Sum');
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Ann']]), 'Salaries');
  book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }] };
  return book;
}

describe('hidden content', () => {
  test('a Word file has properties, comments and tracked changes', async () => {
    const body = `${paragraph('Text')}<w:p><w:ins w:author="Ann"><w:r><w:t>10 million</w:t></w:r></w:ins><w:del w:author="Bob"><w:r><w:delText>12 million</w:delText></w:r></w:del></w:p>`;
    const comments =
      '<w:comments xmlns:w="http://w"><w:comment w:author="Cid"><w:p><w:r><w:t>Too low?</w:t></w:r></w:p></w:comment></w:comments>';
    const parts = unpack(makeDocx(body, { comments }));
    const file = makeZip({ ...parts, 'docProps/core.xml': CORE, 'docProps/app.xml': APP });
    expect(await hiddenIn('docx', file)).toEqual([
      { kind: 'author', value: 'Ada Author' },
      { kind: 'author', value: 'Eve Editor' },
      { kind: 'company', value: 'Muster AG' },
      { kind: 'template', value: 'Project Falcon.dotx' },
      { kind: 'comment', value: 'Cid: Too low?' },
      { kind: 'tracked-change', value: 'Ann: 10 million' },
      { kind: 'tracked-change', value: 'Bob: 12 million' },
    ]);
  });

  test('a presentation has speaker notes with their slide', async () => {
    const file = makePptx([
      { shapes: shape(['One']) },
      { shapes: shape(['Two']), notes: 'Do not mention the fine' },
    ]);
    expect(await hiddenIn('pptx', file)).toEqual([
      { kind: 'speaker-notes', page: 2, value: 'Do not mention the fine' },
    ]);
  });

  test('a workbook has hidden sheets and comments', async () => {
    const file = makeZip({
      'xl/workbook.xml':
        '<workbook xmlns="x"><sheets><sheet name="Sum"/><sheet name="Salaries" state="veryHidden"/></sheets></workbook>',
      'xl/comments1.xml':
        '<comments xmlns="x"><commentList><comment ref="A1"><text><t>Check with Dana</t></text></comment></commentList></comments>',
    });
    expect(await hiddenIn('xlsx', file)).toEqual([
      { kind: 'comment', value: 'Check with Dana' },
      { kind: 'hidden-sheet', value: 'Salaries' },
    ]);
  });

  test('an OpenDocument file has authors, comments and hidden sheets', async () => {
    const file = makeZip({
      'meta.xml': '<o:m xmlns:o="o"><o:meta><o:initial-creator>Ada</o:initial-creator></o:meta></o:m>',
      'content.xml':
        '<o:c xmlns:o="o" xmlns:t="t"><o:styles><o:style o:name="h"><o:table-properties t:display="false"/></o:style></o:styles><o:body><o:spreadsheet><t:table t:name="Secret" t:style-name="h"><o:annotation>Really?</o:annotation></t:table></o:spreadsheet></o:body></o:c>',
    });
    expect(await hiddenIn('ods', file)).toEqual([
      { kind: 'author', value: 'Ada' },
      { kind: 'comment', value: 'Really?' },
      { kind: 'hidden-sheet', value: 'Secret' },
    ]);
  });

  test('a PDF has an author, attachments, layers and comments', async () => {
    const pages: Parameters<typeof makePdf>[0] = [[{ text: 'One', y: 700 }], [{ text: 'Two', y: 700 }]];
    const attachments: Promise<unknown>[] = [];
    const file = await makePdf(pages, (pdf) => {
      pdf.setAuthor('Ada Author');
      attachments.push(pdf.attach(Buffer.from('secret'), 'model.xlsx', {}));
      const text = (value: string) => PDFHexString.fromText(value);
      const layer = pdf.context.register(pdf.context.obj({ Type: 'OCG', Name: text('Drafting') }));
      pdf.catalog.set(PDFName.of('OCProperties'), pdf.context.obj({ OCGs: [layer], D: { OFF: [layer] } }));
      const note = pdf.context.obj({
        Type: 'Annot',
        Subtype: 'Text',
        Contents: text('Remove this'),
        T: text('Bob'),
        Rect: [0, 0, 9, 9],
      });
      pdf.getPage(1).node.addAnnot(pdf.context.register(note));
    });
    await Promise.all(attachments);
    expect(await hiddenIn('pdf', file)).toEqual([
      { kind: 'author', value: 'Ada Author' },
      { kind: 'attachment', value: 'model.xlsx' },
      { kind: 'layer', value: 'Drafting (hidden)' },
      { kind: 'comment', page: 2, value: 'Bob: Remove this' },
    ]);
  });

  test('a PDF has the files that are attached to a place on a page', async () => {
    const pdf = await PDFDocument.create();
    const page = pdf.addPage();
    const file = pdf.context.obj({ Type: 'Filespec', UF: PDFHexString.fromText('model.xlsx') });
    const pin = pdf.context.obj({ Type: 'Annot', Subtype: 'FileAttachment', FS: file, Rect: [0, 0, 9, 9] });
    page.node.set(PDFName.of('Annots'), pdf.context.obj([pdf.context.register(pin)]));
    expect(await hiddenIn('pdf', Buffer.from(await pdf.save()))).toEqual([
      { kind: 'attachment', page: 1, value: 'model.xlsx' },
    ]);
  });

  test.each(['biff8', 'xlsb'] as const)(
    'a workbook as %s has hidden sheets and comments',
    async (bookType) => {
      const extension = bookType === 'biff8' ? 'xls' : bookType;
      const file = write(makeBook(), { type: 'buffer', bookType });
      const { findings, isComplete } = await inspector.findHidden(document(extension, file));
      expect(isComplete).toBe(true);
      expect(findings).toContainEqual({ kind: 'hidden-sheet', value: 'Salaries' });
      if (bookType === 'xlsb') expect(findings).toContainEqual({ kind: 'comment', value: 'Dana: Check it' });
    },
  );

  test('office files in one XML file are inspected, as completely as they are read', async () => {
    const old = Buffer.from(write(makeBook(), { type: 'string', bookType: 'xlml' }));
    expect(await inspector.findHidden(document('xls', old))).toEqual({
      findings: [
        { kind: 'hidden-sheet', value: 'Salaries' },
        { kind: 'comment', value: 'Dana: Check it' },
      ],
      isComplete: false,
    });
    const flat = `<office:document xmlns:office="o" xmlns:table="t" xmlns:style="s" xmlns:meta="m" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:meta><meta:initial-creator>Ada</meta:initial-creator></office:meta><office:automatic-styles><style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles><office:body><office:spreadsheet><table:table table:name="Salaries" table:style-name="ta2"/></office:spreadsheet></office:body></office:document>`;
    expect(await inspector.findHidden(document('fods', Buffer.from(flat)))).toEqual({
      findings: [
        { kind: 'author', value: 'Ada' },
        { kind: 'hidden-sheet', value: 'Salaries' },
      ],
      isComplete: true,
    });
  });

  test('a document whose hidden content is not read is reported as incomplete', async () => {
    const pdf = await PDFDocument.create();
    pdf.addPage();
    pdf.setAuthor('Ada');
    pdf.encrypt({ ownerPassword: 'owner', permissions: { modifying: false } });
    const incomplete = { findings: [], isComplete: false };
    expect(await inspector.findHidden(document('pdf', Buffer.from(await pdf.save())))).toEqual(incomplete);
    const rtf = Buffer.from('{\\rtf1 Text}');
    for (const type of ['rtf', 'doc'])
      expect(await inspector.findHidden(document(type, rtf))).toEqual(incomplete);
  });

  test('a damaged document is reported as incomplete', async () => {
    const damaged = document('docx', Buffer.from('PK\u0003\u0004 nothing'));
    expect(await inspector.findHidden(damaged)).toEqual({ findings: [], isComplete: false });
  });
});

test('findings in text have the offsets and pages of their blocks', async () => {
  const blocks = [
    { kind: 'paragraph', text: 'Contract', headings: [], start: 0, end: 8 },
    { kind: 'paragraph', text: 'Mail ada@example.test', headings: [], page: 3, start: 9, end: 30 },
  ];
  const bytes = async () => Readable.from(blocks.map((block) => `${JSON.stringify(block)}\n`));
  expect(await inspector.findInText({ owner: '1', bytes })).toEqual({
    isComplete: true,
    findings: [{ kind: 'email', page: 3, start: 14, end: 30, value: 'ada@example.test' }],
  });
});

function unpack(file: Buffer): Record<string, Uint8Array> {
  return unzipSync(file);
}
