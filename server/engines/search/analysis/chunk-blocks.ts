import type { Chunk, TextBlock } from '../search-types.ts';
import { createColumnReader } from './column-names.ts';

/** Increased when chunks are cut differently; their vectors are then computed again. */
export const CHUNKER_VERSION = 1;

const MIN_CHUNK_LENGTH = 400;
const MAX_CHUNK_LENGTH = 600;
const SENTENCE_SEGMENTER = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Returns the end of a piece that starts at `from`: a sentence end, else a space, else any character boundary. */
function findPieceEnd(text: string, from: number): number {
  if (text.length - from <= MAX_CHUNK_LENGTH) return text.length;
  const window = text.slice(from, from + MAX_CHUNK_LENGTH);
  let end = 0;
  // The last segment ends with the window, not with a sentence, so only starts of segments count.
  for (const { index } of SENTENCE_SEGMENTER.segment(window)) if (index >= MIN_CHUNK_LENGTH) end = index;
  if (end > 0) return from + end;
  const space = window.search(/\s\S*$/);
  if (space >= MIN_CHUNK_LENGTH) return from + space + 1;
  const last = window.charCodeAt(MAX_CHUNK_LENGTH - 1);
  return from + (last >= 0xd800 && last <= 0xdbff ? MAX_CHUNK_LENGTH - 1 : MAX_CHUNK_LENGTH);
}

/** Joins the ranges of the first and last row: `A2:F2` and `A5:F5` give `A2:F5`. */
function joinRanges(first: string | undefined, last: string | undefined): string | undefined {
  const from = first?.split(':')[0];
  const to = last?.split(':').at(-1);
  return from && to ? `${from}:${to}` : undefined;
}

function locationOf(first: TextBlock, last: TextBlock): Pick<Chunk, 'page' | 'sheet' | 'range' | 'slide'> {
  const range = joinRanges(first.range, last.range);
  return {
    ...(first.page !== undefined && { page: first.page }),
    ...(first.sheet !== undefined && { sheet: first.sheet }),
    ...(range !== undefined && { range }),
    ...(first.slide !== undefined && { slide: first.slide }),
  };
}

function belongsToGroup(group: readonly TextBlock[], next: TextBlock): boolean {
  const [first] = group;
  const last = group.at(-1);
  if (first === undefined || last === undefined) return true;
  // A passage is one piece of the text, and what is between these two is left out.
  if (next.start !== last.end + 1) return false;
  // A chunk is cited by one page, slide or sheet.
  if (first.page !== next.page || first.slide !== next.slide || first.sheet !== next.sheet) return false;
  // A heading starts a new group.
  if (next.kind === 'heading' && last.kind !== 'heading') return false;
  if (last.kind !== 'heading' && last.headings.join('\n') !== next.headings.join('\n')) return false;
  // A heading stays with the paragraph below it, however long.
  return (last.kind === 'heading' && next.kind !== 'heading') || next.end - first.start <= MAX_CHUNK_LENGTH;
}

/**
 * Splits a document into chunks of about 400 to 600 characters that follow its structure; rows of a sheet are grouped. A
 * chunk's text is exactly the document's text from `start` to `end`. Yields them one by one, because a large document
 * takes seconds.
 */
export function* chunkBlocks(blocks: Iterable<TextBlock>): Generator<Chunk, void> {
  let ordinal = 0;
  for (const group of groupBlocks(blocks))
    for (const piece of splitGroup(group)) yield { ordinal: ordinal++, ...piece };
}

function* groupBlocks(blocks: Iterable<TextBlock>): Generator<readonly TextBlock[], void> {
  let group: TextBlock[] = [];
  for (const block of blocks) {
    if (!belongsToGroup(group, block)) {
      yield group;
      group = [];
    }
    group.push(block);
  }
  yield group;
}

function* splitGroup(group: readonly TextBlock[]): Generator<Omit<Chunk, 'ordinal'>, void> {
  const first = group[0];
  const last = group.at(-1);
  if (first === undefined || last === undefined) return;
  const text = group.map((block) => block.text).join('\n');
  const columnsAt = createColumnReader(group);
  for (let from = 0; from < text.length; ) {
    const end = findPieceEnd(text, from);
    const piece = text.slice(from, end);
    const start = first.start + from;
    if (piece.trim() !== '') {
      // Rows that are cut from the years or months above them are found by these all the same.
      const headings = [...last.headings, columnsAt(from)].filter(Boolean).join(' › ');
      yield { text: piece, headings, ...locationOf(first, last), start, end: start + piece.length };
    }
    from = end;
  }
}
