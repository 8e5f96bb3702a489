import { type ParsingOptions, read, type WorkBook } from '@e965/xlsx';

/**
 * Reads a workbook without the cells that have a format alone, of which a sheet can have millions. With styles, by which alone it
 * knows hidden rows and columns, the library would keep an object for each of them and sets the option itself.
 */
export const readBook = (bytes: Uint8Array, options: ParsingOptions): WorkBook =>
  read(bytes, Object.defineProperty({ ...options }, 'sheetStubs', WITHOUT_STUBS));

const WITHOUT_STUBS = { enumerable: true, get: () => false, set() {} };
