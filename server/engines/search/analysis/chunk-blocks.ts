import type { Block } from '#server/engines/documents/blocks/document-text.ts';
import type { Chunk } from '../search-engine.ts';

/** Raised when passages come out otherwise: vectors of the earlier ones are then made anew. */
export const chunkerVersion = 1;

const shortest = 400;
const longest = 600;
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Where a piece that starts at `from` ends: at a sentence end, else a space, else anywhere but inside a character. */
function endOfPiece(text: string, from: number): number {
  if (text.length - from <= longest) return text.length;
  const window = text.slice(from, from + longest);
  let end = 0;
  // The last segment is cut by the window, not ended by its sentence.
  for (const { index } of sentences.segment(window)) if (index >= shortest) end = index;
  if (end > 0) return from + end;
  const space = window.search(/\s\S*$/);
  if (space >= shortest) return from + space + 1;
  const last = window.charCodeAt(longest - 1);
  return from + (last >= 0xd800 && last <= 0xdbff ? longest - 1 : longest);
}

/** 'A2:F2' and 'A5:F5' span 'A2:F5'. */
function spanOf(first: string | undefined, last: string | undefined): string | undefined {
  const from = first?.split(':')[0];
  const to = last?.split(':').at(-1);
  return from && to ? `${from}:${to}` : undefined;
}

function placeOf(first: Block, last: Block): Pick<Chunk, 'page' | 'sheet' | 'range' | 'slide'> {
  const range = spanOf(first.range, last.range);
  return {
    ...(first.page !== undefined && { page: first.page }),
    ...(first.sheet !== undefined && { sheet: first.sheet }),
    ...(range !== undefined && { range }),
    ...(first.slide !== undefined && { slide: first.slide }),
  };
}

function belongTogether(group: readonly Block[], next: Block): boolean {
  const [first] = group;
  const last = group.at(-1);
  if (first === undefined || last === undefined) return true;
  // A chunk has one place to be cited by, and a heading begins what it stands above.
  if (first.page !== next.page || first.slide !== next.slide || first.sheet !== next.sheet) return false;
  if (next.kind === 'heading' && last.kind !== 'heading') return false;
  if (last.kind !== 'heading' && last.headings.join('\n') !== next.headings.join('\n')) return false;
  // A heading is not parted from a long paragraph: the two are cut as one.
  return (last.kind === 'heading' && next.kind !== 'heading') || next.end - first.start <= longest;
}

/**
 * Chunks of about 400 to 600 characters that follow the document's structure; rows of a sheet come in groups. Each
 * chunk's text is exactly what stands from `start` to `end` in the document's text. One at a time, since a large
 * document takes seconds.
 */
export function* chunkBlocks(blocks: Iterable<Block>): Generator<Chunk, void> {
  let ordinal = 0;
  for (const group of groupsOf(blocks))
    for (const piece of piecesOf(group)) yield { ordinal: ordinal++, ...piece };
}

function* groupsOf(blocks: Iterable<Block>): Generator<readonly Block[], void> {
  let group: Block[] = [];
  for (const block of blocks) {
    if (!belongTogether(group, block)) {
      yield group;
      group = [];
    }
    group.push(block);
  }
  yield group;
}

function* piecesOf(group: readonly Block[]): Generator<Omit<Chunk, 'ordinal'>, void> {
  const first = group[0];
  const last = group.at(-1);
  if (first === undefined || last === undefined) return;
  const text = group.map((block) => block.text).join('\n');
  for (let from = 0; from < text.length; ) {
    const end = endOfPiece(text, from);
    const piece = text.slice(from, end);
    const start = first.start + from;
    if (piece.trim() !== '') {
      const headings = last.headings.join(' › ');
      yield { text: piece, headings, ...placeOf(first, last), start, end: start + piece.length };
    }
    from = end;
  }
}
