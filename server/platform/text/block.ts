export const documentTypes = ['pdf', 'docx', 'xlsx', 'pptx', 'txt', 'md', 'csv', 'json'] as const;
export type DocumentType = (typeof documentTypes)[number];

export const blockKinds = ['heading', 'paragraph', 'list', 'table', 'sheet-row', 'slide', 'note'] as const;
export type BlockKind = (typeof blockKinds)[number];

/** Where a block stands: page and slide count from 1, `range` is written as a sheet writes it ('A2:F2'). */
export interface BlockPlace {
  page?: number;
  sheet?: string;
  range?: string;
  slide?: number;
}

/** A piece of a document; `start` and `end` are UTF-16 offsets in the whole text: all blocks' texts joined by '\n'. */
export interface Block extends BlockPlace {
  kind: BlockKind;
  text: string;
  /** The headings above it, outermost first. */
  headings: string[];
  start: number;
  end: number;
}

/** `reason` is a sentence for a person; `cut` says that the text beyond the limit was left out. */
export type Extraction =
  | { status: 'indexed'; title: string | null; blocks: Block[]; pages: number | null; cut: boolean }
  | { status: 'no-text'; reason: string }
  | { status: 'failed'; reason: string };
