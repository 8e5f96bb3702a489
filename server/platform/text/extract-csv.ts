import Papa from 'papaparse';
import type { BlockWriter } from './block-writer.ts';
import { decodeText } from './plain-text.ts';
import { writeSheet } from './sheet-rows.ts';

export function extractCsv(bytes: Uint8Array, writer: BlockWriter): void {
  const { data } = Papa.parse<string[]>(decodeText(bytes), { skipEmptyLines: false });
  writeSheet(writer, data, {});
}
