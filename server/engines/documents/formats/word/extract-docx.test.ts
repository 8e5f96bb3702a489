import { describe, expect, it } from 'vitest';
import { extractDocument } from '#server/engines/documents/extraction/extract-document.ts';
import {
  extractIndexed,
  limits,
  summarizeBlocks,
} from '#server/engines/documents/extraction/testing/expect-blocks.ts';
import { makeDocx, makeZip, paragraph, table } from '#server/engines/documents/testing/make-documents.ts';

const styles = `<w:styles>
  <w:style w:styleId="Title"><w:name w:val="Title"/></w:style>
  <w:style w:styleId="H1"><w:name w:val="heading 1"/></w:style>
  <w:style w:styleId="Clause"><w:name w:val="Our clause"/><w:basedOn w:val="H1"/></w:style>
  <w:style w:styleId="Loop"><w:name w:val="Loop"/><w:basedOn w:val="Loop"/></w:style>
</w:styles>`;
const style = (id: string): string => `<w:pStyle w:val="${id}"/>`;
const listed = (level: number): string => `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="7"/></w:numPr>`;

describe('Word documents', () => {
  it('styles become headings, with the path above each block and exact offsets', async () => {
    const body = [
      paragraph('Lease', style('Title')),
      paragraph('Term', style('Clause')),
      paragraph('Five years &amp; a day.'),
      paragraph('Option', '<w:outlineLvl w:val="1"/>'),
      paragraph('Once &#8217;round.', style('Loop')),
    ];
    const { blocks, title, pages } = await extractIndexed('docx', makeDocx(body.join(''), { styles }));
    expect({ title, pages }).toEqual({ title: 'Lease', pages: null });
    expect(blocks).toEqual([
      { kind: 'heading', text: 'Lease', headings: [], start: 0, end: 5 },
      { kind: 'heading', text: 'Term', headings: [], start: 6, end: 10 },
      { kind: 'paragraph', text: 'Five years & a day.', headings: ['Term'], start: 11, end: 30 },
      { kind: 'heading', text: 'Option', headings: ['Term'], start: 31, end: 37 },
      { kind: 'paragraph', text: 'Once ’round.', headings: ['Term', 'Option'], start: 38, end: 50 },
    ]);
  });

  it('clauses are numbered as in Word, without bullets', async () => {
    const level = (index: number, format: string, text: string): string =>
      `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
    const numbering = `<w:numbering>
      <w:abstractNum w:abstractNumId="1">${level(0, 'decimal', '%1.')}${level(1, 'decimal', '%1.%2')}${level(2, 'lowerRoman', '(%3)')}</w:abstractNum>
      <w:abstractNum w:abstractNumId="2">${level(0, 'bullet', '•')}</w:abstractNum>
      <w:num w:numId="7"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="8"><w:abstractNumId w:val="2"/></w:num>
    </w:numbering>`;
    const body = [
      paragraph('One', listed(0)),
      paragraph('Deep', listed(1)),
      paragraph('Deeper', listed(2)),
      paragraph('Deeper still', listed(2)),
      paragraph('Two', listed(0)),
      paragraph('Again deep', listed(1)),
      paragraph('Bullet', '<w:numPr><w:numId w:val="8"/></w:numPr>'),
    ];
    const { blocks } = await extractIndexed('docx', makeDocx(body.join(''), { numbering }));
    expect(summarizeBlocks(blocks)).toEqual([
      'list 1. One',
      'list 1.1 Deep',
      'list (i) Deeper',
      'list (ii) Deeper still',
      'list 2. Two',
      'list 2.1 Again deep',
      'list Bullet',
    ]);
  });

  it('rows of a table have their headers, and a layout table is read as text', async () => {
    const prices = table([
      ['Item', 'Price', 'Note'],
      ['Rent', '1,200', ''],
      ['Heat', '90', ''],
    ]);
    const { blocks } = await extractIndexed('docx', makeDocx(prices + table([['Alone in its box.']])));
    expect(summarizeBlocks(blocks)).toEqual([
      'table Item; Price; Note',
      'table Item: Rent; Price: 1,200',
      'table Item: Heat; Price: 90',
      'paragraph Alone in its box.',
    ]);
  });

  it('parts whose names begin with a slash are read, and names that lead out of the file are refused', async () => {
    const partsWith = (prefix: string) => ({
      [`${prefix}_rels/.rels`]:
        '<Relationships><Relationship Id="r1" Type="http://x/officeDocument" Target="/word/document.xml"/></Relationships>',
      [`${prefix}word/document.xml`]: `<w:document xmlns:w="http://w"><w:body>${paragraph('The rent.')}</w:body></w:document>`,
    });
    const { blocks } = await extractIndexed('docx', makeZip(partsWith('/')));
    expect(summarizeBlocks(blocks)).toEqual(['paragraph The rent.']);
    for (const name of ['../evil.xml', 'word/../../evil.xml', '//evil.xml', 'c:/evil.xml'])
      expect(
        await extractDocument('docx', makeZip({ ...partsWith(''), [name]: '<a/>' }), limits),
      ).toMatchObject({ status: 'damaged' });
  });

  it('tracked changes are accepted: deleted text is gone, inserted text is there', async () => {
    const body = `<w:p><w:r><w:t xml:space="preserve">The price is </w:t></w:r>
      <w:del><w:r><w:delText>100</w:delText></w:r><w:r><w:t>100</w:t></w:r></w:del>
      <w:ins><w:r><w:t>200</w:t></w:r></w:ins></w:p>
      <w:del>${paragraph('Gone.')}</w:del><w:ins>${paragraph('New.')}</w:ins>`;
    const { blocks } = await extractIndexed('docx', makeDocx(body));
    expect(summarizeBlocks(blocks)).toEqual(['paragraph The price is 200', 'paragraph New.']);
  });

  it('a footnote follows its paragraph, a text box occurs once, and headers are last', async () => {
    const box = `<w:txbxContent>${paragraph('In the box.')}</w:txbxContent>`;
    const body = `<w:p><w:r><w:t>Rent is due.</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>
      <w:p><w:r><mc:AlternateContent><mc:Choice>${box}</mc:Choice><mc:Fallback>${box}</mc:Fallback></mc:AlternateContent></w:r></w:p>`;
    const { blocks } = await extractIndexed(
      'docx',
      makeDocx(body, {
        footnotes: `<w:footnotes><w:footnote w:id="2">${paragraph('In euros.')}</w:footnote></w:footnotes>`,
        header1: `<w:hdr>${paragraph('Draft of May')}</w:hdr>`,
        header2: `<w:hdr>${paragraph('Draft of May')}</w:hdr>`,
        footer1: `<w:ftr>${paragraph('3')}</w:ftr>`,
      }),
    );
    expect(summarizeBlocks(blocks)).toEqual([
      'paragraph Rent is due.',
      'note In euros.',
      'paragraph In the box.',
      'note Draft of May',
    ]);
  });

  it('text boxes in tables, notes, headers and footers are read', async () => {
    const box = (text: string): string =>
      `<w:p><w:r><w:t>Beside ${text}</w:t><w:pict><v:textbox><w:txbxContent>${paragraph(`Box in ${text}`)}</w:txbxContent></v:textbox></w:pict></w:r></w:p>`;
    const rows = `<w:tbl><w:tr><w:tc>${box('a cell')}</w:tc><w:tc>${paragraph('Price')}</w:tc></w:tr></w:tbl>`;
    const body = `${rows}<w:p><w:r><w:t>Rent.</w:t><w:footnoteReference w:id="2"/></w:r></w:p>`;
    const { blocks } = await extractIndexed(
      'docx',
      makeDocx(body, {
        footnotes: `<w:footnotes><w:footnote w:id="2">${box('a note')}</w:footnote></w:footnotes>`,
        header1: `<w:hdr>${box('a header')}</w:hdr>`,
        footer1: `<w:ftr>${box('a footer')}</w:ftr>`,
      }),
    );
    expect(summarizeBlocks(blocks)).toEqual([
      'table Beside a cell; Price',
      'paragraph Box in a cell',
      'paragraph Rent.',
      'note Beside a note\nBox in a note',
      'note Beside a header\nBox in a header',
      'note Beside a footer\nBox in a footer',
    ]);
  });
});
