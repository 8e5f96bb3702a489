import { utils, write } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { extractDocument } from '#server/engines/documents/extraction/extract-document.ts';
import {
  extractIndexed,
  limits,
  summarizeBlocks,
} from '#server/engines/documents/extraction/testing/expect-blocks.ts';

const WORD_2003 = 'xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml"';
const makeWordXml = (body: string, before = ''): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><?mso-application progid="Word.Document"?>${before}
  <w:wordDocument ${WORD_2003} xmlns:wx="http://schemas.microsoft.com/office/word/2003/auxHint" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:aml="http://schemas.microsoft.com/aml/2001/core">
  <o:DocumentProperties><o:Title>Lease of 12 High Street</o:Title><o:Author>Ann</o:Author></o:DocumentProperties>
  <w:styles><w:style w:type="paragraph" w:styleId="Kop1"><w:name w:val="heading 1"/></w:style></w:styles>
  <w:body><wx:sect>${body}<w:sectPr><w:hdr/></w:sectPr></wx:sect></w:body></w:wordDocument>`;

const BODY = `<wx:sub-section><w:p><w:pPr><w:pStyle w:val="Kop1"/></w:pPr><w:r><w:t>Term</w:t></w:r></w:p>
  <w:p><w:pPr><w:listPr><w:ilvl w:val="0"/><w:ilfo w:val="1"/><wx:t wx:val="1.1"/></w:listPr></w:pPr><w:r><w:t>It ends in March.</w:t></w:r></w:p>
  <w:p><w:r><w:t>The rent is paid monthly.</w:t></w:r><w:r><w:footnote><w:p><w:r><w:t>In advance.</w:t></w:r></w:p></w:footnote></w:r>
    <aml:annotation w:type="Word.Deletion"><aml:content><w:r><w:delText>never</w:delText></w:r></aml:content></aml:annotation>
    <w:r><w:pict><w:binData w:name="wordml://1.png">iVBORw0KGgo=</w:binData></w:pict></w:r></w:p>
  <w:tbl><w:tr><w:tc><w:p><w:r><w:t>Item</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>Price</w:t></w:r></w:p></w:tc></w:tr>
  <w:tr><w:tc><w:p><w:r><w:t>Flat</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>900</w:t></w:r></w:p></w:tc></w:tr></w:tbl></wx:sub-section>`;

describe.each(['xml', 'doc'] as const)('a document of Word 2003 in XML as .%s', (type) => {
  it('is read in order: headings, numbers of lists, notes and tables, without what was deleted', async () => {
    const { blocks, title } = await extractIndexed(type, makeWordXml(BODY));
    expect(summarizeBlocks(blocks)).toEqual([
      'heading Term',
      'list 1.1 It ends in March.',
      'paragraph The rent is paid monthly.',
      'note In advance.',
      'table Item: Flat; Price: 900',
    ]);
    expect(title).toBe('Lease of 12 High Street');
  });

  it('that declares entities is refused, and an endlessly nested one is reported as damaged', async () => {
    const entities = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd"><!ENTITY b "&a;&a;&a;">]>';
    const bomb = makeWordXml('<w:p><w:r><w:t>&b;</w:t></w:r></w:p>', entities);
    for (const bytes of [Buffer.from(bomb), Buffer.from(`\ufeff${bomb}`, 'utf16le')])
      expect(await extractDocument(type, bytes, limits)).toEqual({
        status: 'failed',
        reasons: [{ code: 'xml-entities' }],
      });
    const deep = makeWordXml(`${'<wx:sect>'.repeat(5000)}${'</wx:sect>'.repeat(5000)}`);
    expect(await extractDocument(type, Buffer.from(deep), limits)).toMatchObject({ status: 'damaged' });
  });
});

it('a Word document that is one XML file of parts is read as a .docx', async () => {
  const part = (name: string, content: string) =>
    `<pkg:part pkg:name="${name}" pkg:contentType="x"><pkg:xmlData>${content}</pkg:xmlData></pkg:part>`;
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006';
  const source = `<?xml version="1.0"?><?mso-application progid="Word.Document"?><pkg:package xmlns:pkg="http://schemas.microsoft.com/office/2006/xmlPackage">
    ${part('/_rels/.rels', `<Relationships><Relationship Id="r1" Type="${office}/relationships/officeDocument" Target="word/document.xml"/></Relationships>`)}
    ${part('/word/document.xml', '<w:document xmlns:w="w"><w:body><w:p><w:r><w:t>Hello there</w:t></w:r></w:p></w:body></w:document>')}
    <pkg:part pkg:name="/word/media/1.png"><pkg:binaryData>AAAA</pkg:binaryData></pkg:part></pkg:package>`;
  for (const type of ['xml', 'doc'] as const)
    expect(summarizeBlocks((await extractIndexed(type, source)).blocks)).toEqual(['paragraph Hello there']);
});

const makeFlatOdf = (kind: string, body: string): string =>
  `<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.${kind}">
  <office:meta><dc:title>Costs of 2026</dc:title></office:meta><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document>`;

it('flat OpenDocument texts, spreadsheets and presentations are read as the zipped ones', async () => {
  const text = await extractIndexed(
    'xml',
    makeFlatOdf(
      'text',
      '<text:h text:outline-level="1">Rent</text:h><text:p>It is 900.</text:p><draw:frame><draw:image><office:binary-data>iVBORw0KGgo=</office:binary-data></draw:image></draw:frame>',
    ),
  );
  expect(summarizeBlocks(text.blocks)).toEqual(['heading Rent', 'paragraph It is 900.']);
  expect(text.title).toBe('Costs of 2026');
  const cell = (value: string) =>
    `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`;
  const row = (...values: string[]) => `<table:table-row>${values.map(cell).join('')}</table:table-row>`;
  const sheet = await extractIndexed(
    'xml',
    makeFlatOdf(
      'spreadsheet',
      `<table:table table:name="S">${row('Item', 'Price')}${row('Flat', 'nine')}</table:table>`,
    ),
  );
  expect(sheet.blocks.at(-1)).toMatchObject({ text: 'Item: Flat; Price: nine', sheet: 'S', range: 'A2:B2' });
  const slides = await extractIndexed(
    'xml',
    makeFlatOdf(
      'presentation',
      '<draw:page><draw:frame presentation:class="title"><draw:text-box><text:p>Outlook</text:p></draw:text-box></draw:frame></draw:page>',
    ),
  );
  expect(slides.blocks.at(-1)).toMatchObject({ text: 'Outlook', slide: 1 });
});

it('a workbook of Excel 2003 in XML is read as .xml and as .xls', async () => {
  const workbook = utils.book_new();
  utils.book_append_sheet(
    workbook,
    utils.aoa_to_sheet([
      ['Item', 'Price'],
      ['Flat', 900],
    ]),
    'Costs',
  );
  const bytes = write(workbook, { type: 'buffer', bookType: 'xlml' });
  for (const type of ['xml', 'xls'] as const)
    expect((await extractIndexed(type, bytes)).blocks.at(-1)?.text).toBe('Item: Flat; Price: 900');
});

it('any other XML is read as the names and texts of its elements; entities are refused', async () => {
  const invoice =
    '<?xml version="1.0"?><Invoice><ID>R-17</ID><Note>Due in <b>30</b> days</Note><Lines><Line/></Lines></Invoice>';
  expect(summarizeBlocks((await extractIndexed('xml', invoice)).blocks)).toEqual([
    'paragraph ID: R-17',
    'paragraph Note: Due in 30 days',
  ]);
  const lol = `<!DOCTYPE l [<!ENTITY a "lol">${'b'.repeat(9)}]><l>&a;</l>`;
  expect(await extractDocument('xml', Buffer.from(lol), limits)).toMatchObject({ status: 'failed' });
});

it.each([
  ['doc', 'rich text', '{\\rtf1 Hello there}'],
  ['doc', 'a web archive', 'MIME-Version: 1.0\nContent-Type: text/html\n\n<p>Hello there</p>'],
  ['doc', 'a web page', '<html><body><p>Hello there</p></body></html>'],
  ['xls', 'a table of a web page', '<table><tr><td>Hello there</td><td>900</td></tr></table>'],
  [
    'xls',
    'a web page',
    '\ufeff<!-- saved --><html><body><table><tr><td>Hello there</td></tr></table></html>',
  ],
  ['xls', 'rows with tabs', 'Item\tPrice\nHello there\t900\n'],
] as const)('a .%s that is %s is read as what it is', async (type, _, source) => {
  const { blocks } = await extractIndexed(type, source);
  expect(blocks.map(({ text }) => text).join('\n')).toContain('Hello there');
});

it('a .doc of plain text, and a .xls without tabs, are still refused', async () => {
  for (const type of ['doc', 'xls'] as const)
    expect(await extractDocument(type, Buffer.from('Hello there'), limits)).toMatchObject({
      reasons: [{ code: 'wrong-content' }],
    });
});
