import type { SearchResult } from '#shared/contracts/search.ts';
import type { SEARCH_METHODS } from '#shared/domain/search-methods.ts';
import type { toast } from '#web/ui/feedback/toast.ts';

export type SearchMethod = (typeof SEARCH_METHODS)[number];

export const METHOD_LABELS: Record<SearchResult['method'], string> = {
  auto: 'Auto',
  vector: 'Vector',
  keyword: 'Keyword',
  hybrid: 'Hybrid',
  'keyword-fallback': 'Keyword (fallback)',
};

/** Returns at most one notice that the search used another method than requested. */
export function getMethodNotice(
  asked: SearchMethod,
  { method, fallback }: Pick<SearchResult, 'method' | 'fallback'>,
): Parameters<typeof toast>[0] | undefined {
  if (fallback) {
    return {
      title: 'Advanced search unavailable',
      description: 'Using basic search instead. Results may be less precise.',
      variant: 'warning',
    };
  }
  if (asked === 'auto' || method === asked) return undefined;
  return {
    title: 'Search method adjusted',
    description: `Searched by ${METHOD_LABELS[method].toLowerCase()} instead of ${METHOD_LABELS[asked].toLowerCase()}.`,
    variant: 'info',
  };
}
