import type { SearchResult } from '#shared/contracts/search.ts';
import type { Passage } from '#web/features/viewers/passage.ts';

/** A file that was chosen among the results, at the passage that speaks for it. */
export interface SearchSelection extends Passage {
  readonly fileId: number;
  readonly result: SearchResult;
}

/** The file at its best citation, if it has one. */
export function selectFromResult(result: SearchResult, fileId: number): SearchSelection {
  const { page, sheet, slide, quote } = result.citations.find((each) => each.fileId === fileId) ?? {};
  return { fileId, result, page, sheet, slide, quote };
}
