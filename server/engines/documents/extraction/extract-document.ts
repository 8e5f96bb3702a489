import { runWithTimeout, TimeoutExceededError } from '#server/engines/sandbox/child-side.ts';
import { BlockWriter } from '../blocks/block-writer.ts';
import {
  type Block,
  type DocumentText,
  type DocumentType,
  type Extraction,
  UnreadableDocumentError,
} from '../blocks/document-text.ts';
import { detectDocumentType } from './detect-document-type.ts';
import { EXTRACTORS } from './extractors.ts';

/** Titles that programs give to new files: they say nothing about the document. */
const GENERIC_TITLE =
  /^(untitled|document\s?\d*|(powerpoint )?presentation\s?\d*|(work)?book\s?\d*|slide \d+|title|\[.*\])$/i;
const MAX_TITLE_LENGTH = 300;

/** A title as its author meant it, without the program's name before it and the file's extension behind it. */
function cleanTitle(title: string | undefined): string | null {
  const clean = (title ?? '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/^Microsoft (Word|PowerPoint|Excel) - /, '')
    .replace(/\.(docx?|xlsx?|pptx?|pdf|rtf|odt)$/i, '')
    .slice(0, MAX_TITLE_LENGTH)
    .toWellFormed()
    .trim();
  return GENERIC_TITLE.test(clean) || !/\p{L}{2}/u.test(clean) ? null : clean;
}

export interface ExtractionLimits {
  /** Bytes that a zip's parts may unpack to, all together. */
  maxInflated: number;
  /** Length of the text in UTF-16 units; what is beyond is left out. */
  maxText: number;
  /** For one document, from its first byte in to its last block out. */
  timeoutMs: number;
}

/** Turns a document into blocks; never throws for what the document holds. Runs in a process that may be killed. */
export async function extractDocument(
  claimed: DocumentType,
  bytes: Buffer,
  limits: ExtractionLimits,
): Promise<Extraction> {
  const writer = new BlockWriter(limits.maxText);
  try {
    const read = await EXTRACTORS[detectDocumentType(claimed, bytes)](bytes, writer, limits);
    const { title, pages = null, imagePages = [], gaps = [] } = runWithTimeout(read, limits.timeoutMs);
    const { blocks, isTruncated } = writer;
    if (!blocks.some((block) => /[\p{L}\p{N}]/u.test(block.text))) {
      if (gaps.length > 0 && imagePages.length === 0) return { status: 'damaged', reasons: gaps };
      return { status: 'no-text', reasons: [{ code: 'no-text' }], imagePages };
    }
    const text: DocumentText = {
      title: cleanTitle(title) ?? firstHeading(blocks),
      blocks,
      pages,
      imagePages,
    };
    const reasons = isTruncated ? [...gaps, { code: 'truncated' as const }] : gaps;
    return reasons.length === 0 ? { status: 'indexed', ...text } : { status: 'partly', reasons, ...text };
  } catch (error) {
    if (error instanceof UnreadableDocumentError)
      return error.status === 'no-text'
        ? { status: 'no-text', reasons: [error.reason], imagePages: [] }
        : { status: error.status, reasons: [error.reason] };
    if (error instanceof TimeoutExceededError) return { status: 'failed', reasons: [{ code: 'timeout' }] };
    // Libraries throw whatever they like at damaged files; memory that runs out ends the process instead.
    return { status: 'damaged', reasons: [{ code: 'damaged' }] };
  }
}

/** A title near the top is the document's; a heading further down is only a chapter's. */
function firstHeading(blocks: readonly Block[]): string | null {
  const isTitle = ({ kind, isHidden }: Block) => kind === 'heading' && !isHidden;
  return cleanTitle(blocks.slice(0, 5).find(isTitle)?.text);
}
