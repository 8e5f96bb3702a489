import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { TextMatch } from '#shared/contracts/pages.ts';
import { call } from '#web/lib/http/call.ts';

/** Wait after the last key before the server is asked. */
const TYPING_MS = 300;
/** With more matches the search stops. */
const MAX_MATCHES = 1000;

/** Finds a text on the pages of a file, on the server: a restricted file's text never reaches the browser. */
export function usePageFind(fileId: number) {
  const [text, setText] = useState('');
  const [index, setIndex] = useState(0);
  const query = useTypedText(text.trim());
  const { data: matches = [], isFetching } = useQuery({
    queryKey: ['files', 'find', fileId, query],
    queryFn: ({ signal }) => findAll(fileId, query, signal),
    enabled: query !== '',
  });
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
    count: describeCount(text.trim(), isFetching || text.trim() !== query, index, matches.length),
  };
}

function describeCount(text: string, isSearching: boolean, index: number, count: number): string {
  if (text === '') return '';
  if (isSearching) return 'Searching…';
  return count === 0 ? 'No matches' : `${index + 1} of ${count}`;
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

async function findAll(id: number, query: string, signal: AbortSignal): Promise<TextMatch[]> {
  const found: TextMatch[] = [];
  let from: number | null = 1;
  while (from !== null && found.length < MAX_MATCHES) {
    const asked: { params: { id: number }; query: { query: string; from: string } } = {
      params: { id },
      query: { query, from: String(from) },
    };
    const part: { matches: TextMatch[]; nextPage: number | null } = await call(
      'GET /api/files/:id/pages/matches',
      asked,
      signal,
    );
    found.push(...part.matches);
    from = part.nextPage;
  }
  return found;
}
