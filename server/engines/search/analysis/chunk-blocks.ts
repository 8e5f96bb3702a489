import type { Block } from '#server/engines/documents/blocks/document-text.ts';
import type { Chunk } from '../search-engine.ts';

/** Raised when passages come out otherwise: vectors of the earlier ones are then made anew. */
export const CHUNKER_VERSION = 1;

const MIN_CHUNK_LENGTH = 400;
const MAX_CHUNK_LENGTH = 600;
const SENTENCE_SEGMENTER = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Where a piece that starts at `from` ends: at a sentence end, else a space, else anywhere but inside a character. */
function findPieceEnd(text: string, from: number): number {
  if (text.length - from <= MAX_CHUNK_LENGTH) return text.length;
  const window = text.slice(from, from + MAX_CHUNK_LENGTH);
  let end = 0;
  // The last segment is cut by the window, not ended by its sentence.
  for (const { index } of SENTENCE_SEGMENTER.segment(window)) if (index >= MIN_CHUNK_LENGTH) end = index;
  if (end > 0) return from + end;
  const space = window.search(/\s\S*$/);
  if (space >= MIN_CHUNK_LENGTH) return from + space + 1;
  const last = window.charCodeAt(MAX_CHUNK_LENGTH - 1);
  return from + (last >= 0xd800 && last <= 0xdbff ? MAX_CHUNK_LENGTH - 1 : MAX_CHUNK_LENGTH);
}

/** 'A2:F2' and 'A5:F5' span 'A2:F5'. */
function joinRanges(first: string | undefined, last: string | undefined): string | undefined {
  const from = first?.split(':')[0];
  const to = last?.split(':').at(-1);
  return from && to ? `${from}:${to}` : undefined;
}

function locationOf(first: Block, last: Block): Pick<Chunk, 'page' | 'sheet' | 'range' | 'slide'> {
  const range = joinRanges(first.range, last.range);
  return {
    ...(first.page !== undefined && { page: first.page }),
    ...(first.sheet !== undefined && { sheet: first.sheet }),
    ...(range !== undefined && { range }),
    ...(first.slide !== undefined && { slide: first.slide }),
  };
}

function belongsToGroup(group: readonly Block[], next: Block): boolean {
  const [first] = group;
  const last = group.at(-1);
  if (first === undefined || last === undefined) return true;
  // A chunk has one place to be cited by, and a heading begins what it stands above.
  if (first.page !== next.page || first.slide !== next.slide || first.sheet !== next.sheet) return false;
  if (next.kind === 'heading' && last.kind !== 'heading') return false;
  if (last.kind !== 'heading' && last.headings.join('\n') !== next.headings.join('\n')) return false;
  // A heading is not parted from a long paragraph: the two are cut as one.
  return (last.kind === 'heading' && next.kind !== 'heading') || next.end - first.start <= MAX_CHUNK_LENGTH;
}

/**
 * Chunks of about 400 to 600 characters that follow the document's structure; rows of a sheet come in groups. Each
 * chunk's text is exactly what stands from `start` to `end` in the document's text. One at a time, since a large
 * document takes seconds.
 */
export function* chunkBlocks(blocks: Iterable<Block>): Generator<Chunk, void> {
  let ordinal = 0;
  for (const group of groupBlocks(blocks))
    for (const piece of splitGroup(group)) yield { ordinal: ordinal++, ...piece };
}

function* groupBlocks(blocks: Iterable<Block>): Generator<readonly Block[], void> {
  let group: Block[] = [];
  for (const block of blocks) {
    if (!belongsToGroup(group, block)) {
      yield group;
      group = [];
    }
    group.push(block);
  }
  yield group;
}

function* splitGroup(group: readonly Block[]): Generator<Omit<Chunk, 'ordinal'>, void> {
  const first = group[0];
  const last = group.at(-1);
  if (first === undefined || last === undefined) return;
  const text = group.map((block) => block.text).join('\n');
  for (let from = 0; from < text.length; ) {
    const end = findPieceEnd(text, from);
    const piece = text.slice(from, end);
    const start = first.start + from;
    if (piece.trim() !== '') {
      const headings = last.headings.join(' › ');
      yield { text: piece, headings, ...locationOf(first, last), start, end: start + piece.length };
    }
    from = end;
  }
}
