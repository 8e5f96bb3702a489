import { createEntryNamer } from './archive-entry-names.ts';
import {
  createCsvStream,
  createCsvStreamFromBatches,
  createXlsxStream,
  createXlsxStreamFromBatches,
} from './spreadsheet-files.ts';
import { openZip, UnreadableArchiveError } from './zip-reader.ts';
import { createZipWriter } from './zip-writer.ts';

export type { Cell } from './spreadsheet-files.ts';
export type { DirectoryLimits, ZipEntry } from './zip-reader.ts';
export type { ZipWriter } from './zip-writer.ts';

/** Writes zip archives as streams, with entry names that unpack on every common file system, and reads foreign ones. */
export const zip = { createWriter: createZipWriter, createEntryNamer, open: openZip } as const;

/** Returns why an archive cannot be read, or undefined for an error of another kind. */
export const archiveProblemOf = (error: unknown): UnreadableArchiveError['problem'] | undefined =>
  error instanceof UnreadableArchiveError ? error.problem : undefined;

/** Writes rows of cells as streams: CSV (RFC 4180) and XLSX with one sheet. */
export const spreadsheet = {
  csv: createCsvStream,
  csvFromBatches: createCsvStreamFromBatches,
  xlsx: createXlsxStream,
  xlsxFromBatches: createXlsxStreamFromBatches,
} as const;
