import type { ParsingOptions, WorkBook } from '@e965/xlsx';
import { decodeXml } from '../containers/xml.ts';
import { markHiddenTables } from '../open-document/hidden-tables.ts';
import { openXls } from '../sheet/extract-xls.ts';
import { MAX_SHEET_ROWS } from '../sheet/write-sheet.ts';
import { findXmlFormat } from './xml-format.ts';

/** Tells whether a document of type `xml` is a workbook. Refuses one that declares entities. */
export function isXmlWorkbook(bytes: Buffer): boolean {
  const format = findXmlFormat(decodeXml(bytes));
  return format === 'spreadsheet' || format === 'ods';
}

/** Opens a workbook that is one XML file: of Excel 2003, or a flat OpenDocument spreadsheet. */
export function openXmlWorkbook(source: string, options: ParsingOptions): WorkBook {
  const book = openXls(Buffer.from(source), options);
  const { sheetRows: maxRows = MAX_SHEET_ROWS } = options;
  if (findXmlFormat(source) === 'ods') markHiddenTables(book, { content: source, maxRows });
  return book;
}
