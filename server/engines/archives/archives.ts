import { createEntryNamer } from './archive-entry-names.ts';
import { createCsvStream, createCsvStreamFromBatches, createXlsxStream } from './spreadsheet-files.ts';
import { createZipWriter } from './zip-writer.ts';

export type { Cell } from './spreadsheet-files.ts';
export type { ZipWriter } from './zip-writer.ts';

/** Writes zip archives as streams, with entry names that unpack on every common file system. */
export const zip = { createWriter: createZipWriter, createEntryNamer } as const;

/** Writes rows of cells as streams: CSV (RFC 4180) and XLSX with one sheet. */
export const spreadsheet = {
  csv: createCsvStream,
  csvFromBatches: createCsvStreamFromBatches,
  xlsx: createXlsxStream,
} as const;
