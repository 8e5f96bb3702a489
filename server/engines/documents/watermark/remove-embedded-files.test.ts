import {
  decodePDFRawStream,
  type PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  type PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { extractText } from '../extraction/testing/expect-blocks.ts';
import { makePdf } from '../testing/make-documents.ts';
import { removeEmbeddedFiles } from './remove-embedded-files.ts';
import { watermarkPdf } from './watermark-pdf.ts';

const SECRET = 'The lowest price is nine million.';
const FILE_NAME = 'valuation.xlsx';
const nameOf = (text: string) => PDFName.of(text);

interface Carrier {
  readonly pdf: PDFDocument;
  /** The content of a file, unpacked as it is in the document. */
  readonly content: PDFRef;
  /** A description of the file with its content. */
  readonly file: PDFRef;
}

/** Returns a PDF of one page into which `carry` put a file. */
function makeCarrier(carry: (carrier: Carrier) => void): Promise<Buffer> {
  return makePdf([[{ text: 'The tenant pays.', y: 700 }]], (pdf) => {
    const { context } = pdf;
    const content = context.register(context.stream(SECRET));
    const packed = context.register(context.flateStream(SECRET));
    const name = PDFString.of(FILE_NAME);
    const file = context.register(context.obj({ F: name, UF: name, EF: { F: content, UF: packed } }));
    carry({ pdf, content, file });
  });
}

/** Everything that a reader could find in a PDF, also in what nothing refers to. */
async function allContent(bytes: Uint8Array): Promise<string> {
  const { context } = await PDFDocument.load(bytes);
  const parts = context.enumerateIndirectObjects().map(([, object]) => {
    if (!(object instanceof PDFRawStream)) return object.toString();
    const isText = object.dict.get(nameOf('Subtype')) !== nameOf('Image');
    return isText ? Buffer.from(decodePDFRawStream(object).decode()).toString('latin1') : '';
  });
  return [Buffer.from(bytes).toString('latin1'), ...parts].join('\n');
}

async function withoutFiles(bytes: Buffer): Promise<Uint8Array> {
  const document = await PDFDocument.load(bytes);
  removeEmbeddedFiles(document);
  return document.save();
}

const annotate = (pdf: PDFDocument, annotation: PDFDict): void =>
  pdf.getPage(0).node.addAnnot(pdf.context.register(annotation));

const CARRIERS: Record<string, (carrier: Carrier) => void> = {
  'the list of attachments': ({ pdf, file }) => {
    const name = PDFHexString.fromText(FILE_NAME);
    pdf.catalog.set(
      nameOf('Names'),
      pdf.context.obj({ EmbeddedFiles: { Kids: [{ Names: [name, file] }] }, Dests: { Names: [] } }),
    );
    pdf.catalog.set(nameOf('Collection'), pdf.context.obj({ View: 'T' }));
  },
  'the files of the document': ({ pdf, file }) => pdf.catalog.set(nameOf('AF'), pdf.context.obj([file])),
  'the files of a page': ({ pdf, file }) => pdf.getPage(0).node.set(nameOf('AF'), pdf.context.obj([file])),
  'an annotation': ({ pdf, file }) =>
    annotate(pdf, pdf.context.obj({ Type: 'Annot', Subtype: 'FileAttachment', FS: file })),
  'a video': ({ pdf, file }) => {
    const Names = [PDFString.of(FILE_NAME), file];
    annotate(pdf, pdf.context.obj({ Subtype: 'RichMedia', RichMediaContent: { Assets: { Names } } }));
  },
  'an action that plays a file': ({ pdf, file }) => {
    const R = { S: 'MR', C: { S: 'MCD', D: file } };
    annotate(pdf, pdf.context.obj({ Subtype: 'Screen', A: { S: 'Rendition', OP: 0, R } }));
  },
  'an action that plays a sound': ({ pdf, content }) =>
    annotate(pdf, pdf.context.obj({ Subtype: 'Link', A: { S: 'Sound', Sound: content } })),
  'a 3D model': ({ pdf, content }) => annotate(pdf, pdf.context.obj({ Subtype: '3D', '3DD': content })),
  'a form in XFA': ({ pdf, content }) =>
    pdf.catalog.set(nameOf('AcroForm'), pdf.context.obj({ Fields: [], XFA: ['datasets', content] })),
  'the data of another program': ({ pdf, content }) =>
    pdf.getPage(0).node.set(nameOf('PieceInfo'), pdf.context.obj({ Draw: { Private: content } })),
  'nothing any more': () => {},
  'a page that was removed': ({ pdf, content }) => {
    const page = pdf.addPage();
    page.node.set(nameOf('Contents'), content);
    pdf.catalog.set(nameOf('StructTreeRoot'), pdf.context.obj({ K: { Pg: page.ref } }));
    pdf.removePage(1);
  },
  'a hidden page of a form': ({ pdf, content }) => {
    const page = pdf.context.register(pdf.context.obj({ Type: 'Template', Contents: content }));
    pdf.catalog.set(nameOf('Names'), pdf.context.obj({ Templates: { Names: [PDFString.of('t'), page] } }));
  },
};

test.each(Object.entries(CARRIERS))(
  'no bytes are left of a file that belonged to %s',
  async (_carrier, carry) => {
    const carrier = await makeCarrier(carry);
    expect(await allContent(carrier)).toContain(SECRET);
    const content = await allContent(await withoutFiles(carrier));
    expect(content).not.toContain(SECRET);
    expect(content).not.toContain(FILE_NAME);
  },
);

test('a watermarked PDF has its pages and none of the files attached to it', async () => {
  const carrier = await makeCarrier(({ pdf, file }) =>
    CARRIERS['an annotation']?.({ pdf, file, content: file }),
  );
  const marked = await watermarkPdf(carrier, 'ann@example.test');
  expect(await allContent(marked)).not.toContain(SECRET);
  const { blocks } = await extractText('pdf', Buffer.from(marked));
  expect(blocks.map(({ text }) => text).join('\n')).toContain('The tenant pays.');
});

test('links and the outline are kept, and fonts whose names mean other things elsewhere', async () => {
  const pdf = await makePdf([[{ text: 'The tenant pays.', y: 700 }]], (document) => {
    const { context, catalog } = document;
    catalog.set(nameOf('Outlines'), context.obj({ Title: PDFString.of('First chapter') }));
    const { node } = document.getPage(0);
    const link = { Subtype: 'Link', A: { S: 'URI', URI: PDFString.of('https://example.test') } };
    node.addAnnot(context.register(context.obj(link)));
    node.setFontDictionary(nameOf('Sound'), context.register(context.obj({ Type: 'Font', Name: 'Kept' })));
  });
  const content = await allContent(await withoutFiles(pdf));
  for (const kept of ['https://example.test', 'First chapter', '/Kept']) expect(content).toContain(kept);
});

test('an object that the library cannot read keeps what it refers to, unless it describes a file', async () => {
  const pdf = await makeCarrier(({ pdf: { context, catalog }, content }) => {
    const needed = context.register(context.obj({ Note: PDFString.of('needed') }));
    const readable = context.register(context.obj({ Unreadable: needed }));
    const file = context.register(context.obj({ EF: { Unreadable: content } }));
    catalog.set(nameOf('Extensions'), context.obj({ readable, file }));
  });
  const broken = Buffer.from(pdf.toString('latin1').replaceAll('/Unreadable', '/Unreadable >'), 'latin1');
  const content = await allContent(await withoutFiles(broken));
  expect(content).toContain('/Unreadable >');
  expect(content).toContain('needed');
  expect(content).not.toContain(SECRET);
});
