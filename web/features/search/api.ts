import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { SearchResult } from '#shared/contracts/search.ts';
import { toastFailure } from '#web/features/auth/toast-failure.ts';
import { call } from '#web/lib/call.ts';
import { toast } from '#web/ui/toast.ts';
import { noticeOf, type SearchMethod } from './methods.ts';

interface Question {
  query: string;
  method: SearchMethod;
  /** Search in this folder and below it alone. */
  folderId?: number | undefined;
}

/** Asks a question; a newer one, `reset` and leaving the page cancel it. Nothing is cached: rights may change. */
export function useAnswer() {
  const running = useRef<AbortController>(null);
  const mutation = useMutation({
    mutationFn: (question: Question) => {
      running.current?.abort();
      running.current = new AbortController();
      return ask(question, running.current.signal);
    },
    onSuccess: (result, { method }) => {
      const notice = noticeOf(method, result);
      if (notice) toast(notice);
    },
    onError: (error) => {
      if (error.name !== 'AbortError') toastFailure('Search failed', error);
    },
  });
  useEffect(() => () => running.current?.abort(), []);

  const reset = () => {
    running.current?.abort();
    mutation.reset();
  };
  return { ask: mutation.mutate, reset, isSearching: mutation.isPending, result: mutation.data };
}

/** Has the server read every document anew. */
export function useReindex() {
  return useMutation({
    mutationFn: () => call('GET /api/search', { query: { query: 'reindex', reindex: 'true' } }),
    onSuccess: () =>
      toast({
        title: 'Documents reindexed',
        // Reading goes on as a background job.
        description: 'Every document is being read again. Search works meanwhile.',
        variant: 'success',
      }),
    onError: (error) => toastFailure('Reindexing failed', error),
  });
}

async function ask({ query, method, folderId }: Question, signal: AbortSignal): Promise<SearchResult> {
  const result = await call(
    'GET /api/search',
    {
      query: {
        query,
        method: method === 'auto' ? undefined : method,
        folderId: folderId === undefined ? undefined : String(folderId),
      },
    },
    signal,
  );
  if (!('answer' in result)) throw new Error('The server took a question for a rebuild of the index');
  return result;
}
