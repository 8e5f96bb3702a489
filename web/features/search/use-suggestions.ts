import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SearchSuggestions } from '#shared/contracts/search.ts';
import { call } from '#web/lib/http/call.ts';

/** What can be chosen while a question is typed: a file or folder to open, or the question as it may have been meant. */
export type Suggestion = SearchSuggestions['names'][number] | { kind: 'correction'; question: string };

/** As long as between two keys of somebody who types. */
const DEBOUNCE_MS = 200;

/** Suggestions for what was typed, once the typing pauses; with `undefined` none. A newer text cancels an older call. */
export function useSuggestions(typed: string | undefined): readonly Suggestion[] {
  const text = useDebounced(typed);
  const { data } = useQuery({
    queryKey: ['search-suggestions', text],
    queryFn: ({ signal }) => call('GET /api/search/suggestions', { query: { query: text ?? '' } }, signal),
    enabled: text !== undefined,
    placeholderData: keepPreviousData,
    // A help that does not come is no failure to tell of. Nothing is kept: rights may change.
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

/** A text once it has not changed for a moment; none at once when there is none. */
function useDebounced(text: string | undefined): string | undefined {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === undefined ? 0 : DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return text === undefined ? undefined : settled;
}
