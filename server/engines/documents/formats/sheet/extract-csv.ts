import Papa from 'papaparse';
import type { BlockWriter } from '#server/engines/documents/blocks/block-writer.ts';
import { decodeText } from '../plain-text/decode-text.ts';
import { writeSheet } from './write-sheet.ts';

export function extractCsv(bytes: Uint8Array, writer: BlockWriter): void {
  // An empty line at the end would count against every delimiter that the library tries.
  const { data } = Papa.parse<string[]>(decodeText(writer.truncateBytes(bytes)).trimEnd());
  writeSheet(writer, data, {});
}
