import { expect } from 'vitest';
import {
  type Block,
  type DocumentType,
  type Extraction,
  hasText,
} from '#server/engines/documents/blocks/document-text.ts';
import { type ExtractionLimits, extractDocument } from '../extract-document.ts';

export const limits: ExtractionLimits = {
  maxInflated: 20 * 1024 * 1024,
  maxText: 1_000_000,
  timeoutMs: 15_000,
};

type TextExtraction = Extract<Extraction, { blocks: Block[] }>;

/** Returns the text of a document, with or without gaps. */
export async function extractText(
  type: DocumentType,
  bytes: Buffer | string,
  within = limits,
): Promise<TextExtraction> {
  const extraction = await extractDocument(type, Buffer.from(bytes), within);
  if (!hasText(extraction)) throw new Error(JSON.stringify(extraction.reasons));
  expectExactOffsets(extraction.blocks);
  return extraction;
}

/** Returns the text of a document that was read completely. */
export async function extractIndexed(
  type: DocumentType,
  bytes: Buffer | string,
  within = limits,
): Promise<TextExtraction> {
  const read = await extractText(type, bytes, within);
  if (read.status === 'partly') throw new Error(JSON.stringify(read.reasons));
  return read;
}

/** 'kind text' of each block. */
export function summarizeBlocks(blocks: readonly Block[]): string[] {
  return blocks.map((block) => `${block.kind} ${block.text}`);
}

/** The promise that citations rest on. */
export function expectExactOffsets(blocks: readonly Block[]): void {
  const whole = blocks.map((block) => block.text).join('\n');
  for (const block of blocks) expect(whole.slice(block.start, block.end)).toBe(block.text);
}
