import type { DocumentType } from '../blocks/document-text.ts';

/** The endings of names beside a type's own. */
const OTHER_EXTENSIONS: Record<DocumentType, readonly string[]> = {
  pdf: [],
  docx: ['docm', 'dotx', 'dotm'],
  xlsx: ['xlsm', 'xltx', 'xltm', 'xlsb'],
  pptx: ['pptm', 'ppsx', 'ppsm', 'potx', 'potm'],
  odt: ['ott'],
  ods: ['ots'],
  odp: ['otp'],
  doc: ['dot'],
  xls: ['xlt'],
  ppt: ['pps', 'pot'],
  rtf: [],
  html: ['htm', 'xhtml'],
  eml: ['mht', 'mhtml'],
  msg: [],
  txt: ['text', 'log'],
  md: ['markdown'],
  csv: ['tsv'],
  json: [],
};

const TYPE_BY_EXTENSION: ReadonlyMap<string, DocumentType> = new Map(
  Object.entries(OTHER_EXTENSIONS).flatMap(
    ([type, others]) => [type, ...others].map((ending) => [ending, type as DocumentType] as const), // Object.entries forgets the keys
  ),
);

/** The type that the ending of a name claims; nothing for what holds no text that can be read. */
export const documentTypeOfExtension = (ending: string): DocumentType | undefined =>
  TYPE_BY_EXTENSION.get(ending);
