import type { Citation, SearchResult } from '#shared/contracts/search.ts';
import type { Passage } from '#web/features/viewers/passage.ts';

/** File selected among the results, with its passage. */
export interface SearchSelection extends Passage {
  readonly fileId: number;
  readonly result: SearchResult;
}

/** Selects a file at its best citation, if it has one. */
export function selectFromResult(result: SearchResult, fileId: number): SearchSelection {
  const citation = result.citations.find((each) => each.fileId === fileId);
  return { fileId, result, ...(citation && toPassage(citation)) };
}

/** Shorter sentences occur more than once in a document, so the text after them is looked up as well. */
const MIN_HIGHLIGHT_LENGTH = 60;

/** Returns the place that a citation opens, with its best sentence as the highlighted text. */
export function toPassage({ page, sheet, slide, quote, start, sentence }: Citation): Passage {
  if (sentence === undefined) return { page, sheet, slide, quote };
  const from = sentence.start - start;
  const to = Math.max(sentence.end - start, from + MIN_HIGHLIGHT_LENGTH);
  return { page, sheet, slide, quote: quote.slice(from, to) };
}
