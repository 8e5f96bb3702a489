import type { SearchResult } from '#shared/contracts/search.ts';
import type { Passage } from '#web/features/viewers/passage.ts';

/** File selected among the results, with its passage. */
export interface SearchSelection extends Passage {
  readonly fileId: number;
  readonly result: SearchResult;
}

/** Selects a file at its best citation, if it has one. */
export function selectFromResult(result: SearchResult, fileId: number): SearchSelection {
  const { page, sheet, slide, quote } = result.citations.find((each) => each.fileId === fileId) ?? {};
  return { fileId, result, page, sheet, slide, quote };
}
