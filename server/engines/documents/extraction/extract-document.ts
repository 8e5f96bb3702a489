import { runWithTimeout, TimeoutExceededError } from '#server/engines/sandbox/run-with-timeout.ts';
import { BlockWriter } from '../blocks/block-writer.ts';
import { cleanTitle } from '../blocks/clean-title.ts';
import type { Block, DocumentText, DocumentType, Extraction } from '../blocks/document-text.ts';
import { UnreadableDocumentError } from '../blocks/unreadable-document-error.ts';
import { detectDocumentType } from './detect-document-type.ts';
import { EXTRACTORS } from './extractors.ts';

export const TIMEOUT_REASON = 'This file takes too long to read and was given up.';
const TRUNCATED_REASON =
  'Only the beginning of this file can be found, since it holds more text than is kept.';

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
    const { title, pages = null, imagePages = [], missingReason } = runWithTimeout(read, limits.timeoutMs);
    const { blocks, isTruncated } = writer;
    if (!blocks.some((block) => /[\p{L}\p{N}]/u.test(block.text))) {
      if (missingReason !== undefined && imagePages.length === 0)
        return { status: 'damaged', reason: missingReason };
      return { status: 'no-text', reason: 'This file holds no text.', imagePages };
    }
    const text: DocumentText = {
      title: cleanTitle(title) ?? firstHeading(blocks),
      blocks,
      pages,
      imagePages,
    };
    const reason = [missingReason ?? [], isTruncated ? TRUNCATED_REASON : []].flat().join(' ');
    return reason === '' ? { status: 'indexed', ...text } : { status: 'partly', reason, ...text };
  } catch (error) {
    if (error instanceof UnreadableDocumentError)
      return error.status === 'no-text'
        ? { status: 'no-text', reason: error.message, imagePages: [] }
        : { status: error.status, reason: error.message };
    if (error instanceof TimeoutExceededError) return { status: 'failed', reason: TIMEOUT_REASON };
    // Libraries throw whatever they like at damaged files; memory that runs out ends the process instead.
    return { status: 'damaged', reason: 'This file is damaged and cannot be read.' };
  }
}

/** A title near the top is the document's; a heading further down is only a chapter's. */
function firstHeading(blocks: readonly Block[]): string | null {
  return cleanTitle(blocks.slice(0, 5).find((block) => block.kind === 'heading')?.text);
}
