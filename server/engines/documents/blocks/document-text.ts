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
  'xml',
] as const;
export type DocumentType = (typeof documentTypes)[number];

export const blockKinds = ['heading', 'paragraph', 'list', 'table', 'sheet-row', 'slide', 'note'] as const;
export type BlockKind = (typeof blockKinds)[number];

/** Location of a block: page and slide count from 1, `range` is in the notation of sheets ('A2:F2'). */
export interface BlockLocation {
  page?: number;
  sheet?: string;
  range?: string;
  slide?: number;
  /**
   * Marks what the document's author hid, such as a sheet, a column or speaker notes: only those who may download the file learn
   * of it.
   */
  isHidden?: true;
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
  /** Pages, from 1, that show an image and contain no text: OCR may read them. */
  imagePages: number[];
}

export const unreadableStatuses = ['protected', 'damaged', 'failed'] as const;

/** Codes without parameters for what is missing from a document's text, and why. */
export const extractionReasonCodes = [
  'empty',
  'no-text',
  'unsupported-type',
  'password-protected',
  'pdf-password-protected',
  'pdf-unsupported-protection',
  'encrypted-email',
  'damaged',
  'pdf-damaged',
  'wrong-format',
  'not-text',
  'xml-entities',
  'decompression-bomb',
  'too-many-parts',
  'nested-too-deeply',
  'out-of-memory',
  'pdf-out-of-memory',
  'crashed',
  'too-large',
  'timeout',
  'truncated',
] as const;

export type ExtractionReason =
  | { code: (typeof extractionReasonCodes)[number] }
  /** The content is not of the type that the extension claims. */
  | { code: 'wrong-content'; type: DocumentType }
  /** Only the first `reached` of `count` pages were read before the time limit. */
  | { code: 'pages-not-reached'; reached: number; count: number }
  /** `failed` of `count` pages are damaged. */
  | { code: 'pages-damaged'; failed: number; count: number };

/** `partly` is text with gaps, such as a damaged page or text beyond a limit; it has at least one reason. */
export type Extraction =
  | ({ status: 'indexed' } & DocumentText)
  | ({ status: 'partly'; reasons: ExtractionReason[] } & DocumentText)
  | { status: 'no-text'; reasons: ExtractionReason[]; imagePages: number[] }
  | { status: (typeof unreadableStatuses)[number]; reasons: ExtractionReason[] };

export const hasText = (extraction: Extraction): extraction is Extract<Extraction, DocumentText> =>
  extraction.status === 'indexed' || extraction.status === 'partly';

/** The properties of a document beside its blocks. */
export interface DocumentMetadata {
  title?: string | undefined;
  pages?: number;
  /** Pages, counted from 1, that show an image and contain no text. */
  imagePages?: number[];
  /** The reasons for text that could not be read. */
  gaps?: ExtractionReason[];
}

/** A document that cannot be read, for a reason that can be reported to users. */
export class UnreadableDocumentError extends Error {
  readonly reason: ExtractionReason;
  /** `failed` is a document that was abandoned for safety, or for lack of time or memory. */
  readonly status: Exclude<Extraction['status'], 'indexed' | 'partly'>;

  constructor(reason: ExtractionReason, status: UnreadableDocumentError['status']) {
    super(`The document cannot be read: ${reason.code}`);
    this.name = 'UnreadableDocumentError';
    this.reason = reason;
    this.status = status;
  }
}

export const damagedDocumentError = (): UnreadableDocumentError =>
  new UnreadableDocumentError({ code: 'damaged' }, 'damaged');

export const passwordProtectedError = (): UnreadableDocumentError =>
  new UnreadableDocumentError({ code: 'password-protected' }, 'protected');
