import Papa from 'papaparse';
import type { BlockWriter } from './block-writer.ts';
import { decodeText } from './plain-text.ts';
import { writeSheet } from './sheet-rows.ts';

export function extractCsv(bytes: Uint8Array, writer: BlockWriter): void {
  // An empty line at the end would count against every delimiter that the library tries.
  const { data } = Papa.parse<string[]>(decodeText(writer.fit(bytes)).trimEnd());
  writeSheet(writer, data, {});
}
