export const documentTypes = [
  'pdf',
  'docx',
  'xlsx',
  'pptx',
  'odt',
  'ods',
  'odp',
  'doc',
  'xls',
  'ppt',
  'rtf',
  'html',
  'eml',
  'msg',
  'txt',
  'md',
  'csv',
  'json',
] as const;
export type DocumentType = (typeof documentTypes)[number];

export const blockKinds = ['heading', 'paragraph', 'list', 'table', 'sheet-row', 'slide', 'note'] as const;
export type BlockKind = (typeof blockKinds)[number];

/** Where a block stands: page and slide count from 1, `range` is written as a sheet writes it ('A2:F2'). */
export interface BlockLocation {
  page?: number;
  sheet?: string;
  range?: string;
  slide?: number;
}

/** A piece of a document; `start` and `end` are UTF-16 offsets in the whole text: all blocks' texts joined by '\n'. */
export interface Block extends BlockLocation {
  kind: BlockKind;
  text: string;
  /** The headings above it, outermost first. */
  headings: string[];
  start: number;
  end: number;
}

export interface DocumentText {
  title: string | null;
  blocks: Block[];
  pages: number | null;
  /** Pages, from 1, that show a picture and hold no text: it may be recognised. */
  imagePages: number[];
}

export const unreadableStatuses = ['protected', 'damaged', 'failed'] as const;

/** `reason` is a sentence for a person. `partly` is text with gaps: a page that failed, or what is beyond a limit. */
export type Extraction =
  | ({ status: 'indexed' } & DocumentText)
  | ({ status: 'partly'; reason: string } & DocumentText)
  | { status: 'no-text'; reason: string; imagePages: number[] }
  | { status: (typeof unreadableStatuses)[number]; reason: string };

export const hasText = (extraction: Extraction): extraction is Extract<Extraction, DocumentText> =>
  extraction.status === 'indexed' || extraction.status === 'partly';
