import type { DocumentType } from '#server/engines/documents/blocks/document-text.ts';

const SPREADSHEET_TYPES = ['xlsx', 'xls', 'ods', 'csv'] as const satisfies readonly DocumentType[];
export type SpreadsheetType = (typeof SPREADSHEET_TYPES)[number];

/** Tells whether documents of a type are drawn as tables. */
export const isSpreadsheetType = (type: string | undefined): type is SpreadsheetType =>
  SPREADSHEET_TYPES.some((each) => each === type);
