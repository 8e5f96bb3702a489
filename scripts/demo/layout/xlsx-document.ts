import type { SampleDocument } from '#server/testing/sample-documents/sample-documents.ts';
import { columnName, evaluateFormulas } from './formulas.ts';
import { escapeXml, makeOfficeFile, RELATIONSHIPS, relationshipsXml } from './office-package.ts';
import { type Cell, type CellStyle, type Sheet, STYLES } from './sheet.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export function makeXlsxDocument(
  name: string,
  sheets: readonly Sheet[],
  properties: { title: string; author: string; date: string },
): SampleDocument {
  const values = evaluateFormulas(sheets);
  const part = (index: number) => `xl/worksheets/sheet${index + 1}.xml`;
  const sheetParts = sheets.map(
    (sheet, index) => [part(index), sheetXml(sheet, values, index === 0)] as const,
  );
  return makeOfficeFile(name, {
    main: 'xl/workbook.xml',
    types: {
      'xl/workbook.xml': `${TYPE}.sheet.main+xml`,
      'xl/styles.xml': `${TYPE}.styles+xml`,
      ...Object.fromEntries(sheets.map((_, index) => [part(index), `${TYPE}.worksheet+xml`])),
    },
    parts: {
      'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheets>${sheets.map((sheet, index) => `<sheet name="${escapeXml(sheet.name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relationshipsXml([
        ...sheets.map(
          (_, index) => [`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`] as const,
        ),
        ['rIdStyles', 'styles', 'styles.xml'],
      ]),
      'xl/styles.xml': STYLES_XML,
      ...Object.fromEntries(sheetParts),
    },
    ...properties,
  });
}

function sheetXml(
  { name, widths, rows, frozenRows = 0 }: Sheet,
  values: ReadonlyMap<string, number>,
  isFirst: boolean,
): string {
  const pane =
    frozenRows > 0
      ? `<pane xSplit="1" ySplit="${frozenRows}" topLeftCell="B${frozenRows + 1}" activePane="bottomRight" state="frozen"/>`
      : '';
  const columns = widths
    .map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
    .join('');
  const body = rows.map(
    (row, index) =>
      `<row r="${index + 1}">${row.map((cell, at) => (cell ? cellXml(cell, `${columnName(at)}${index + 1}`, name, values) : '')).join('')}</row>`,
  );
  return `<worksheet xmlns="${MAIN}"><sheetViews><sheetView showGridLines="0"${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0">${pane}</sheetView></sheetViews><cols>${columns}</cols><sheetData>${body.join('')}</sheetData><pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="landscape"/></worksheet>`;
}

function cellXml(
  { value, style }: Cell,
  address: string,
  sheet: string,
  values: ReadonlyMap<string, number>,
): string {
  const attributes = `r="${address}" s="${STYLES.indexOf(style)}"`;
  if (typeof value === 'number') return `<c ${attributes}><v>${value}</v></c>`;
  if (!value.startsWith('='))
    return `<c ${attributes} t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`;
  return `<c ${attributes}><f>${escapeXml(value.slice(1))}</f><v>${values.get(`${sheet}!${address}`) ?? 0}</v></c>`;
}

const FONTS = [
  '<font><sz val="10"/><name val="Arial"/></font>',
  '<font><b/><sz val="14"/><color rgb="FF1F3A5F"/><name val="Arial"/></font>',
  '<font><b/><sz val="10"/><color rgb="FFFFFFFF"/><name val="Arial"/></font>',
  '<font><b/><sz val="10"/><name val="Arial"/></font>',
  '<font><sz val="10"/><color rgb="FF0000C0"/><name val="Arial"/></font>',
].join('');
const FILLS = [
  '<fill><patternFill patternType="none"/></fill>',
  '<fill><patternFill patternType="gray125"/></fill>',
  '<fill><patternFill patternType="solid"><fgColor rgb="FF1F3A5F"/></patternFill></fill>',
  '<fill><patternFill patternType="solid"><fgColor rgb="FFFFF8E1"/></patternFill></fill>',
].join('');
const BORDERS =
  '<border><left/><right/><top/><bottom/><diagonal/></border><border><left/><right/><top style="thin"><color rgb="FF1F3A5F"/></top><bottom/><diagonal/></border>';
const FORMATS = [
  '<numFmt numFmtId="164" formatCode="#,##0;(#,##0);\\-"/>',
  '<numFmt numFmtId="165" formatCode="0.0%"/>',
  '<numFmt numFmtId="166" formatCode="[$£-809]#,##0"/>',
  '<numFmt numFmtId="167" formatCode="d\\ mmm\\ yyyy"/>',
  '<numFmt numFmtId="168" formatCode="0.00&quot;x&quot;"/>',
].join('');

/** Number format, font, fill and border of each style. */
const FORMS: Record<CellStyle, readonly [format: number, font: number, fill: number, border: number]> = {
  text: [0, 0, 0, 0],
  title: [0, 1, 0, 0],
  header: [0, 2, 2, 0],
  label: [0, 0, 0, 0],
  number: [164, 0, 0, 0],
  input: [164, 4, 3, 0],
  percent: [165, 0, 0, 0],
  total: [164, 3, 0, 1],
  totalLabel: [0, 3, 0, 1],
  money: [166, 0, 0, 0],
  date: [167, 0, 0, 0],
  factor: [168, 0, 0, 0],
  wrapped: [0, 0, 0, 0],
};

const XFS = STYLES.map((style) => {
  const [format, font, fill, border] = FORMS[style];
  const alignment = style === 'wrapped' ? '<alignment wrapText="1" vertical="top"/>' : '';
  return `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1">${alignment}</xf>`;
}).join('');

const STYLES_XML = `<styleSheet xmlns="${MAIN}"><numFmts count="5">${FORMATS}</numFmts><fonts count="5">${FONTS}</fonts><fills count="4">${FILLS}</fills><borders count="2">${BORDERS}</borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${STYLES.length}">${XFS}</cellXfs></styleSheet>`;
