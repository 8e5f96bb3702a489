import Papa from 'papaparse';
import { decodeText } from '#web/lib/documents/decode-text.ts';
import { describeSheet, type ReadCell, type Sheet } from './sheet.ts';

/** Parses delimiter-separated values into one sheet. */
export function readCsv(bytes: ArrayBuffer): { sheet: Sheet; read: ReadCell }[] {
  const { data } = Papa.parse<string[]>(decodeText(new Uint8Array(bytes)), { skipEmptyLines: 'greedy' });
  if (data.length === 0) return [];
  const read: ReadCell = (row, column) => data[row]?.[column];
  const columns = data.reduce((max, row) => Math.max(max, row.length), 0);
  return [{ sheet: describeSheet('', { rows: data.length, columns }, read), read }];
}
