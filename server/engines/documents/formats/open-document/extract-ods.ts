import type { ParsingOptions, WorkBook } from '@e965/xlsx';
import { zipSync } from 'fflate';
import type { BlockWriter } from '#server/engines/documents/blocks/block-writer.ts';
import { decodeXml } from '../containers/xml.ts';
import { readBook } from '../sheet/read-book.ts';
import { MAX_SHEET_ROWS } from '../sheet/write-sheet.ts';
import { READ_OPTIONS, writeWorkbook } from '../sheet/write-workbook.ts';
import { markHiddenTables } from './hidden-tables.ts';
import { odfContent, odfTitle } from './odf-package.ts';

/** Content for parts that the library needs to recognize the format, although files may lack them. */
const EMPTY = Buffer.from('<empty/>');

/** An OpenDocument spreadsheet. */
export function extractOds(parts: Map<string, Buffer>, writer: BlockWriter): string | undefined {
  const { book, title } = openOds(parts, READ_OPTIONS);
  writeWorkbook(book, writer);
  return title;
}

/** Opens a spreadsheet; as with xlsx the library sees only what was inflated under our limits. */
export function openOds(
  parts: Map<string, Buffer>,
  options: ParsingOptions,
): { book: WorkBook; title: string | undefined } {
  const content = odfContent(parts);
  const title = odfTitle(parts);
  const source = decodeXml(content);
  const styles = parts.get('styles.xml') ?? EMPTY;
  const namedStyles = decodeXml(styles);
  parts.clear();
  const stored = zipSync(
    { 'META-INF/manifest.xml': EMPTY, 'styles.xml': styles, 'content.xml': content },
    { level: 0 },
  );
  const book = readBook(stored, { ...options, type: 'array' });
  const { sheetRows: maxRows = MAX_SHEET_ROWS } = options;
  markHiddenTables(book, { content: source, styles: namedStyles, maxRows });
  return { book, title };
}
