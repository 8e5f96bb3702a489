import type { Found, Hit } from '#server/engines/search/search-engine.ts';
import type { Citation, SearchResult } from '#shared/contracts/search.ts';
import { chooseQuote, type Quote } from './choose-quote.ts';

export interface NamedHit extends Hit {
  readonly fileName: string;
  readonly mayDownload: boolean;
}

const NOTHING_FOUND = 'No answer found in the documents you can see';

/** Below it the passages are shown as related, not as the answer. Three in five of the clauses that are not there fall below it, and one right answer in seven. */
export const LEAST_CONFIDENCE = 0.05;

export function placeOf({ page, sheet, slide }: Citation): string {
  if (page !== undefined) return `Page ${page}. `;
  if (sheet !== undefined) return `Sheet ${sheet}. `;
  return slide === undefined ? '' : `Slide ${slide}. `;
}

/** A part of a hit's passage as evidence. */
export function cite(hit: NamedHit, quote: Quote): Citation {
  const { page, sheet, slide } = hit.chunk;
  return {
    fileId: hit.documentId,
    fileName: hit.fileName,
    ...(page !== undefined && { page }),
    ...(sheet !== undefined && { sheet }),
    ...(slide !== undefined && { slide }),
    ...quote,
  };
}

const infoOf = (citation: Citation): SearchResult['documentInfo'] => ({
  fileId: citation.fileId,
  fileName: citation.fileName,
  location: `${placeOf(citation)}Document content snippet: ${citation.quote}`,
});

interface Answered {
  query: string;
  /** All checked, best first. */
  hits: readonly NamedHit[];
  method: Found['method'];
  confidence: number;
  limit: number;
  milliseconds: number;
}

/** The specification's result. */
export function presentAnswer({
  query,
  hits,
  method,
  confidence,
  limit,
  milliseconds,
}: Answered): SearchResult {
  const [best] = hits;
  const citations = hits.slice(0, limit).map((hit) => cite(hit, chooseQuote(hit)));
  const quoteOf = new Map(citations.toReversed().map(({ fileId, quote }) => [fileId, quote]));
  const [first] = citations;
  const firstOfEach = hits.filter(
    (hit, at) => hits.findIndex((other) => other.documentId === hit.documentId) === at,
  );
  return {
    query,
    answer: first && confidence >= LEAST_CONFIDENCE ? first.quote : NOTHING_FOUND,
    method,
    fallback: method === 'keyword-fallback',
    confidence,
    sources: {
      vectorSearch: best !== undefined && (method === 'vector' || method === 'hybrid'),
      keywordSearch: best !== undefined && method !== 'vector',
    },
    timing: { duration: Math.round(milliseconds * 10) / 10, unit: 'ms' },
    documentInfo: first ? infoOf(first) : null,
    relatedDocuments: firstOfEach.slice(0, limit).map((hit) => ({
      fileId: hit.documentId,
      fileName: hit.fileName,
      relevance: best ? hit.score / best.score : 0,
      preview: quoteOf.get(hit.documentId) ?? chooseQuote(hit).quote,
    })),
    citations,
  };
}

/** What was found, with an answer that a model wrote and the citations that prove it, best first. */
export const presentWrittenAnswer = (
  found: SearchResult,
  answer: string,
  citations: readonly [Citation, ...Citation[]],
): SearchResult => ({ ...found, answer, documentInfo: infoOf(citations[0]), citations: [...citations] });
