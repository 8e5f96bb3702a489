import type { ParsingOptions, WorkBook } from '@e965/xlsx';
import { zipSync } from 'fflate';
import type { BlockWriter } from '#server/engines/documents/blocks/block-writer.ts';
import { decodeXml } from '../containers/xml.ts';
import { readBook } from './read-book.ts';
import { READ_OPTIONS, writeWorkbook } from './write-workbook.ts';

/** The sheets of the binary form (xlsb) as well; macros and pictures are never inflated. */
export const WORKBOOK_PART =
  /\.(?:xml|rels)$|^xl\/(?:workbook|styles|metadata|sharedstrings|worksheets\/sheet\d+)\.bin$/;

export function extractXlsx(parts: Map<string, Buffer>, writer: BlockWriter): string | undefined {
  return writeWorkbook(openXlsx(parts, READ_OPTIONS), writer);
}

/**
 * Opens a workbook. The library inflates without limits, so it is handed an archive of the parts that were inflated under ours
 * and declare no entities, stored uncompressed: it sees nothing else.
 */
export function openXlsx(parts: Map<string, Buffer>, options: ParsingOptions): WorkBook {
  for (const [name, part] of parts) if (!name.endsWith('.bin')) decodeXml(part);
  const stored = zipSync(Object.fromEntries(parts), { level: 0 });
  parts.clear();
  return readBook(stored, { ...options, type: 'array' });
}
