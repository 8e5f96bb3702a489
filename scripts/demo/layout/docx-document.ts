import type { SampleDocument } from '#server/testing/sample-documents/sample-documents.ts';
import type { DocumentSource } from './document-source.ts';
import { type Block, parseMarkup } from './markup.ts';
import { escapeXml, makeOfficeFile, RELATIONSHIPS, relationshipsXml } from './office-package.ts';

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const PAGE_WIDTH = 9026;

/** Creates a Word file with styles, a header and page numbers from the same markup as the PDF files. */
export function makeDocxDocument({
  name,
  title,
  author,
  date,
  text,
  values,
  signatories = [],
}: DocumentSource): SampleDocument {
  const body = parseMarkup(text, values).flatMap((block) =>
    block.kind === 'signatures' ? signatories.map(signatureXml) : [blockXml(block)],
  );
  const section = `<w:sectPr><w:headerReference w:type="default" r:id="rIdHeader"/><w:footerReference w:type="default" r:id="rIdFooter"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="709" w:footer="709" w:gutter="0"/></w:sectPr>`;
  const root = (tag: string, content: string) =>
    `<w:${tag} xmlns:w="${W}" xmlns:r="${RELATIONSHIPS}">${content}</w:${tag}>`;
  return makeOfficeFile(name, {
    main: 'word/document.xml',
    types: {
      'word/document.xml': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
      'word/styles.xml': 'application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml',
      'word/header1.xml': 'application/vnd.openxmlformats-officedocument.wordprocessingml.header+xml',
      'word/footer1.xml': 'application/vnd.openxmlformats-officedocument.wordprocessingml.footer+xml',
    },
    parts: {
      'word/document.xml': root('document', `<w:body>${body.join('')}${section}</w:body>`),
      'word/styles.xml': STYLES,
      'word/header1.xml': root(
        'hdr',
        paragraph(
          'Header',
          `${run(author)}<w:r><w:tab/></w:r>${run(title)}`,
          '<w:tabs><w:tab w:val="right" w:pos="9026"/></w:tabs>',
        ),
      ),
      'word/footer1.xml': root(
        'ftr',
        paragraph(
          'Footer',
          `${run('Page ')}${field('PAGE')}${run(' of ')}${field('NUMPAGES')}`,
          '<w:jc w:val="center"/>',
        ),
      ),
      'word/_rels/document.xml.rels': relationshipsXml([
        ['rIdStyles', 'styles', 'styles.xml'],
        ['rIdHeader', 'header', 'header1.xml'],
        ['rIdFooter', 'footer', 'footer1.xml'],
      ]),
    },
    title,
    author,
    date,
  });
}

const INDENTS = [0, 567, 567, 1134, 1701];

function blockXml({ kind, level, number, text, rows }: Block): string {
  const hanging = (left: number, label: string, style: string) =>
    paragraph(
      style,
      `${run(label)}<w:r><w:tab/></w:r>${runs(text)}`,
      `<w:tabs><w:tab w:val="left" w:pos="${left}"/></w:tabs><w:ind w:left="${left}" w:hanging="567"/>`,
    );
  switch (kind) {
    case 'clause':
      return hanging(
        INDENTS[level] ?? 567,
        number,
        level === 1 && !/[.;:]$/.test(text) ? 'Heading2' : 'BodyText',
      );
    case 'schedule':
      return paragraph('Heading1', runs(`${number}: ${text}`), '<w:pageBreakBefore/>');
    case 'heading':
      return paragraph(level === 1 ? 'Title' : 'Heading2', runs(text));
    case 'bullet':
      return hanging(567, '•', 'BodyText');
    case 'definition':
      return paragraph('BodyText', runs(text), '<w:ind w:left="567"/>');
    case 'table':
      return tableXml(rows);
    case 'break':
      return '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';
    case 'figure':
    case 'contents':
    case 'signatures':
      throw new Error(`A Word file has no ${kind}`);
    case 'paragraph':
      return paragraph('BodyText', runs(text));
  }
}

function tableXml(rows: readonly (readonly string[])[]): string {
  const columns = rows[0]?.length ?? 1;
  const width = Math.floor(PAGE_WIDTH / columns);
  const borders = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
    .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="C8CED6"/>`)
    .join('');
  const cell = (text: string, isHeader: boolean) =>
    `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${isHeader ? '<w:shd w:val="clear" w:color="auto" w:fill="E4EAF1"/>' : ''}</w:tcPr>${paragraph('TableText', runs(isHeader ? `**${text}**` : text))}</w:tc>`;
  const body = rows
    .map((row, index) => `<w:tr>${row.map((text) => cell(text, index === 0)).join('')}</w:tr>`)
    .join('');
  return `<w:tbl><w:tblPr><w:tblW w:w="${PAGE_WIDTH}" w:type="dxa"/><w:tblBorders>${borders}</w:tblBorders></w:tblPr><w:tblGrid>${`<w:gridCol w:w="${width}"/>`.repeat(columns)}</w:tblGrid>${body}</w:tbl>${paragraph('BodyText', '')}`;
}

const signatureXml = ({
  party,
  name,
  role,
  date,
}: {
  party: string;
  name: string;
  role: string;
  date?: string;
}): string =>
  [
    paragraph(
      'BodyText',
      runs(`Signed for **${party}**${date === undefined ? '' : ` on ${date}`}`),
      '<w:keepNext/><w:spacing w:before="480"/>',
    ),
    paragraph('BodyText', runs(date === undefined ? '' : `(signed) ${name}`), '<w:keepNext/>'),
    paragraph(
      'BodyText',
      runs(`${name}, ${role}`),
      '<w:pBdr><w:top w:val="single" w:sz="4" w:space="1" w:color="1C2530"/></w:pBdr>',
    ),
  ].join('');

const paragraph = (style: string, content: string, properties = ''): string =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/>${properties}</w:pPr>${content}</w:p>`;

const run = (text: string, properties = ''): string =>
  text === ''
    ? ''
    : `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`;

const runs = (text: string): string =>
  text
    .split('**')
    .map((part, index) => run(part, index % 2 === 1 ? '<w:b/>' : ''))
    .join('');

const field = (name: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${name}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>1</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;

const style = (id: string, name: string, size: number, properties: string, spacing: string): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:pPr>${spacing}</w:pPr><w:rPr><w:rFonts w:ascii="Georgia" w:hAnsi="Georgia"/><w:sz w:val="${size * 2}"/>${properties}</w:rPr></w:style>`;

const STYLES = `<w:styles xmlns:w="${W}">${[
  style('Normal', 'Normal', 11, '', ''),
  style('BodyText', 'Body Text', 10.5, '', '<w:spacing w:after="120" w:line="288" w:lineRule="auto"/>'),
  style('TableText', 'Table Text', 9, '', '<w:spacing w:before="40" w:after="40"/>'),
  style('Title', 'Title', 17, '<w:b/><w:color w:val="1F3A5F"/>', '<w:spacing w:before="120" w:after="240"/>'),
  style(
    'Heading1',
    'heading 1',
    14,
    '<w:b/><w:color w:val="1F3A5F"/>',
    '<w:keepNext/><w:spacing w:before="240" w:after="120"/><w:outlineLvl w:val="0"/>',
  ),
  style(
    'Heading2',
    'heading 2',
    11.5,
    '<w:b/>',
    '<w:keepNext/><w:spacing w:before="200" w:after="80"/><w:outlineLvl w:val="1"/>',
  ),
  style('Header', 'header', 8, '<w:color w:val="5B6673"/>', ''),
  style('Footer', 'footer', 8, '<w:color w:val="5B6673"/>', ''),
].join('')}</w:styles>`;
