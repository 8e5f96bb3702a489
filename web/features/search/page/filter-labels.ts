import type { FileKind } from '#shared/domain/search-filters.ts';

export const KIND_LABELS: Readonly<Record<FileKind, string>> = {
  pdf: 'PDFs',
  document: 'Documents',
  spreadsheet: 'Spreadsheets',
  presentation: 'Presentations',
  image: 'Images',
  other: 'Other types',
};
