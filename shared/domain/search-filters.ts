import type { FileType } from './file-type.ts';

/** Kinds of files that a search can be limited to. */
export const FILE_KINDS = ['pdf', 'document', 'spreadsheet', 'presentation', 'image', 'other'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** Whose files a search can be limited to. */
export const FILE_OWNERS = ['me', 'others'] as const;
export type FileOwner = (typeof FILE_OWNERS)[number];

/** The file types of each kind; every type belongs to one kind. */
export const FILE_TYPES_OF_KIND: Readonly<Record<FileKind, readonly FileType[]>> = {
  pdf: ['pdf'],
  document: ['doc', 'docx', 'txt', 'md'],
  spreadsheet: ['xls', 'xlsx', 'csv'],
  presentation: ['ppt', 'pptx'],
  image: ['jpg', 'jpeg', 'png'],
  other: ['json', 'others'],
};
