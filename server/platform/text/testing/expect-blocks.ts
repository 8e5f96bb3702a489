import { expect } from 'vitest';
import type { Block, DocumentType, Extraction } from '../block.ts';
import { type DocumentLimits, extractDocument } from '../extract-document.ts';

export const limits: DocumentLimits = {
  maxInflated: 20 * 1024 * 1024,
  maxText: 1_000_000,
  timeoutMs: 15_000,
};

type Indexed = Extract<Extraction, { status: 'indexed' }>;

export async function extractIndexed(
  type: DocumentType,
  bytes: Buffer | string,
  within = limits,
): Promise<Indexed> {
  const extraction = await extractDocument(type, Buffer.from(bytes), within);
  if (extraction.status !== 'indexed') throw new Error(extraction.reason);
  expectExactOffsets(extraction.blocks);
  return extraction;
}

/** 'kind text' of each block. */
export function outline(blocks: readonly Block[]): string[] {
  return blocks.map((block) => `${block.kind} ${block.text}`);
}

/** The promise that citations rest on. */
export function expectExactOffsets(blocks: readonly Block[]): void {
  const whole = blocks.map((block) => block.text).join('\n');
  for (const block of blocks) expect(whole.slice(block.start, block.end)).toBe(block.text);
}
