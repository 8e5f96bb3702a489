import { type ParsingOptions, set_cptable, type WorkBook } from '@e965/xlsx';
import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs';
import type { BlockWriter } from '#server/engines/documents/blocks/block-writer.ts';
import { passwordProtectedError } from '#server/engines/documents/blocks/document-text.ts';
import { readBook } from './read-book.ts';
import { READ_OPTIONS, writeWorkbook } from './write-workbook.ts';

// Excel 5 and 95 keep letters in the code page of the writer's machine; without this they are read as Western ones.
set_cptable(codePages);

/** A workbook of Excel 5 to 2003. */
export function extractXls(bytes: Buffer, writer: BlockWriter): string | undefined {
  return writeWorkbook(openXls(bytes, READ_OPTIONS), writer);
}

export function openXls(bytes: Buffer, options: ParsingOptions): WorkBook {
  try {
    return readBook(bytes, { ...options, type: 'buffer' });
  } catch (error) {
    // The library has no other sign of it.
    if (error instanceof Error && /password|encrypt/i.test(error.message)) throw passwordProtectedError();
    throw error;
  }
}
