import Papa from 'papaparse';
import { describeSheet, type ReadCell, type Sheet } from './sheet.ts';

/** A file of separated values as one table. */
export function readCsv(bytes: ArrayBuffer): { sheet: Sheet; read: ReadCell }[] {
  const { data } = Papa.parse<string[]>(decode(bytes), { skipEmptyLines: 'greedy' });
  if (data.length === 0) return [];
  const read: ReadCell = (row, column) => data[row]?.[column];
  const columns = data.reduce((most, row) => Math.max(most, row.length), 0);
  return [{ sheet: describeSheet('', { rows: data.length, columns }, read), read }];
}

/** UTF-8 or, as Excel writes it, UTF-16 with a mark or the code page of western Windows. */
function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
