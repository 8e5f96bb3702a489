import type { Hit } from '#server/platform/index/search-index.ts';
import type { Citation, SearchResult } from '#shared/contracts/search.ts';
import { chooseQuote } from './choose-quote.ts';

export interface NamedHit extends Hit {
  readonly fileName: string;
}

const NOTHING_FOUND = 'No answer found in the documents you can see';

function placeOf({ page, sheet, slide }: Citation): string {
  if (page !== undefined) return `Page ${page}. `;
  if (sheet !== undefined) return `Sheet ${sheet}. `;
  return slide === undefined ? '' : `Slide ${slide}. `;
}

function cite(hit: NamedHit): Citation {
  const { page, sheet, slide } = hit.chunk;
  return {
    fileId: hit.documentId,
    fileName: hit.fileName,
    ...(page !== undefined && { page }),
    ...(sheet !== undefined && { sheet }),
    ...(slide !== undefined && { slide }),
    ...chooseQuote(hit),
  };
}

/** The share of the question's words that the best passage holds: what a keyword search knows of its certainty. */
function coverage(query: string, best: NamedHit): number {
  const words = new Set(query.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);
  return words.size === 0 ? 0 : Math.min(1, new Set(best.matched).size / words.size);
}

/** The specification's result from hits that were all checked, best first. */
export function presentAnswer(
  query: string,
  hits: readonly NamedHit[],
  limit: number,
  milliseconds: number,
): SearchResult {
  const [best] = hits;
  const citations = hits.slice(0, limit).map(cite);
  const quoteOf = new Map(citations.toReversed().map(({ fileId, quote }) => [fileId, quote]));
  const [first] = citations;
  const firstOfEach = hits.filter(
    (hit, at) => hits.findIndex((other) => other.documentId === hit.documentId) === at,
  );
  return {
    query,
    answer: first?.quote ?? NOTHING_FOUND,
    method: 'keyword',
    fallback: false,
    confidence: best ? coverage(query, best) : 0,
    sources: { vectorSearch: false, keywordSearch: best !== undefined },
    timing: { duration: Math.round(milliseconds * 10) / 10, unit: 'ms' },
    documentInfo: first
      ? {
          fileId: first.fileId,
          fileName: first.fileName,
          location: `${placeOf(first)}Document content snippet: ${first.quote}`,
        }
      : null,
    relatedDocuments: firstOfEach.slice(0, limit).map((hit) => ({
      fileId: hit.documentId,
      fileName: hit.fileName,
      relevance: best ? hit.score / best.score : 0,
      preview: quoteOf.get(hit.documentId) ?? chooseQuote(hit).quote,
    })),
    citations,
  };
}
