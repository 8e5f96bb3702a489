import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { FilePages, TextMatch } from '#shared/contracts/pages.ts';
import { call } from '#web/lib/http/call.ts';
import { describeMatches } from './describe-matches.ts';

/** Wait after the last key before the server is asked. */
const TYPING_MS = 300;
/** With more matches the search stops. */
const MAX_MATCHES = 1000;

/** Finds a text on the pages of a file in their layout, on the server: a restricted file's text never reaches the browser. */
export function usePageFind(fileId: number, layout: FilePages['layout']) {
  const [text, setText] = useState('');
  const [index, setIndex] = useState(0);
  const query = useTypedText(text.trim());
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: ['files', 'find', fileId, layout, query],
    queryFn: ({ signal }) => findAll(fileId, { query, ...(layout && { layout }) }, signal),
    enabled: query !== '',
  });
  const { matches = [], isPartial = false } = data ?? {};
  const isSearching = isFetching || text.trim() !== query;
  const hasFailed = query !== '' && isError && !data && !isSearching;
  const current = query === '' ? undefined : matches[index];
  const step = (by: 1 | -1) => {
    if (matches.length > 0) setIndex((index + by + matches.length) % matches.length);
  };
  const change = (next: string) => {
    setText(next);
    setIndex(0);
  };
  return {
    text,
    setText: change,
    step,
    current,
    matches: query === '' ? [] : matches,
    /** Shown beside the text. */
    count: describeMatches({
      text: text.trim(),
      state: isSearching ? 'searching' : hasFailed ? 'failed' : 'done',
      index,
      count: matches.length,
      isPartial,
    }),
    /** Searches again after a failure. */
    retry: hasFailed ? () => void refetch() : undefined,
  };
}

/** Returns the text once its user has paused. */
function useTypedText(text: string): string {
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setTyped(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return typed;
}

interface Found {
  matches: TextMatch[];
  /** Pages are left that were not searched. */
  isPartial: boolean;
}

async function findAll(
  id: number,
  search: { query: string; layout?: NonNullable<FilePages['layout']> },
  signal: AbortSignal,
): Promise<Found> {
  const found: TextMatch[] = [];
  let from: number | null = 1;
  while (from !== null && found.length < MAX_MATCHES) {
    const asked: { params: { id: number }; query: typeof search & { from: string } } = {
      params: { id },
      query: { ...search, from: String(from) },
    };
    const part: { matches: TextMatch[]; nextPage: number | null } = await call(
      'GET /api/files/:id/pages/matches',
      asked,
      signal,
    );
    found.push(...part.matches);
    from = part.nextPage;
  }
  return { matches: found, isPartial: from !== null };
}
