import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SearchSuggestions } from '#shared/contracts/search.ts';
import { call } from '#web/lib/http/call.ts';

/** Suggestion: a file or folder to open, or a corrected question. */
export type Suggestion = SearchSuggestions['names'][number] | { kind: 'correction'; question: string };

/** Pause in typing after which suggestions are fetched. */
const DEBOUNCE_MS = 200;

/**
 * Fetches suggestions once typing pauses, of one folder if it is given; none for `undefined`. Newer text cancels the older call.
 */
export function useSuggestions(typed: string | undefined, folderId?: number): readonly Suggestion[] {
  const text = useDebounced(typed);
  const { data } = useQuery({
    queryKey: ['search-suggestions', text, folderId],
    queryFn: ({ signal }) =>
      call(
        'GET /api/search/suggestions',
        { query: { query: text ?? '', ...(folderId !== undefined && { folderId: String(folderId) }) } },
        signal,
      ),
    enabled: text !== undefined,
    placeholderData: keepPreviousData,
    // Failures are ignored. Nothing is cached, because permissions may change.
    retry: false,
    gcTime: 0,
  });
  return typed === undefined || text === undefined || !data ? NO_SUGGESTIONS : listSuggestions(data);
}

const NO_SUGGESTIONS: readonly Suggestion[] = [];

const listSuggestions = ({ names, didYouMean }: SearchSuggestions): readonly Suggestion[] => [
  ...(didYouMean === null ? [] : [{ kind: 'correction' as const, question: didYouMean }]),
  ...names,
];

/** Returns the text once it has not changed for a moment; `undefined` immediately. */
function useDebounced(text: string | undefined): string | undefined {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === undefined ? 0 : DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return text === undefined ? undefined : settled;
}

/** Returns the id of an option's element, which the field names as the active one. */
export const getOptionId = (listId: string, index: number): string => `${listId}-${index}`;
