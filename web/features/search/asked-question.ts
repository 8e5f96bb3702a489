import { useLocation, useSearch } from 'wouter';
import { SEARCH_METHODS } from '#shared/domain/search-methods.ts';
import type { SearchMethod } from './search-methods.ts';

/** Question whose results are open, as it stands in the URL of the page. */
export interface AskedQuestion {
  readonly query: string;
  readonly method: SearchMethod;
}

/** Reads the question from the query string of a page; null when there is none. */
export function parseAskedQuestion(search: string): AskedQuestion | null {
  const parameters = new URLSearchParams(search);
  const query = parameters.get('q')?.trim() ?? '';
  if (query === '') return null;
  return { query, method: SEARCH_METHODS.find((each) => each === parameters.get('method')) ?? 'auto' };
}

/** Returns the query string with the question, or without one; other parameters stay. */
export function buildQuestionSearch(search: string, asked: AskedQuestion | null): string {
  const parameters = new URLSearchParams(search);
  parameters.delete('q');
  parameters.delete('method');
  if (asked) {
    parameters.set('q', asked.query);
    if (asked.method !== 'auto') parameters.set('method', asked.method);
  }
  return parameters.size > 0 ? `?${parameters}` : '';
}

/** Returns the question in the URL and a function that replaces it there, without a new entry in the history. */
export function useAskedQuestion() {
  const [path, navigate] = useLocation();
  const search = useSearch();
  return {
    asked: parseAskedQuestion(search),
    setAsked: (asked: AskedQuestion | null) => {
      const next = buildQuestionSearch(search, asked);
      if (next.slice(1) !== search) navigate(path + next, { replace: true, state: history.state });
    },
  };
}
