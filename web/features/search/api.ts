import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { AnswerEvent } from '#shared/contracts/answers.ts';
import type { FileKind, FileOwner } from '#shared/domain/search-filters.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { useLoadPublicSettings } from '#web/features/settings/api.ts';
import { call } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { type AnswerState, applyAnswerEvent, finishAnswer } from './answer-state.ts';
import { getMethodNotice, type SearchMethod } from './search-methods.ts';

interface SearchRequest {
  query: string;
  method: SearchMethod;
  /** Limits the search to this folder and its descendants. */
  folderId?: number | undefined;
  kind?: FileKind;
  owner?: FileOwner;
  /** ISO 8601 instants. */
  uploadedFrom?: string;
  uploadedBefore?: string;
}

/**
 * Sends a question and follows its answer. A new question, `reset` and unmounting cancel it. Results are not
 * cached, because permissions may change.
 */
export function useSearchAnswer() {
  const loadSettings = useLoadPublicSettings();
  const abortController = useRef<AbortController>(null);
  const [answer, setAnswer] = useState<AnswerState>({});
  const {
    mutate,
    reset: resetMutation,
    isPending,
    error,
  } = useMutation({
    mutationFn: async (question: SearchRequest) => {
      abortController.current?.abort();
      abortController.current = new AbortController();
      const { signal } = abortController.current;
      setAnswer({});
      // Asked right after the page was opened, a question may be earlier than the settings.
      const { answersWritten } = await loadSettings();
      signal.throwIfAborted();
      for await (const event of streamAnswer(question, answersWritten, signal)) {
        const notice = event.type === 'found' ? getMethodNotice(question.method, event.result) : undefined;
        if (notice) toast(notice);
        setAnswer((known) => applyAnswerEvent(known, event));
      }
      setAnswer((known) => finishAnswer(known, 'unavailable'));
    },
    onError: (error) => {
      if (error.name !== 'AbortError') toastError('Search failed', error);
    },
  });
  useEffect(() => () => abortController.current?.abort(), []);

  /** Keeps the results and stops the language model. */
  const stop = () => {
    if (answer.result) abortController.current?.abort();
    setAnswer((known) => finishAnswer(known, 'stopped'));
  };
  const reset = () => {
    abortController.current?.abort();
    setAnswer({});
    resetMutation();
  };
  const failure = error?.name === 'AbortError' || answer.result ? null : error;
  return { ask: mutate, stop, reset, isSearching: isPending && !answer.result, answer, failure };
}

/** Streams the answer when a language model is configured; fetches only the search result otherwise. */
async function* streamAnswer(
  { folderId, ...question }: SearchRequest,
  isWritten: boolean,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, void> {
  if (!isWritten) {
    const asked = { ...question, ...(folderId !== undefined && { folderId: String(folderId) }) };
    const result = await call('GET /api/search', { query: asked }, signal);
    // The endpoint's other response belongs to reindexing, which this call does not request.
    if ('answer' in result) yield { type: 'found', result };
    return;
  }
  const body = { ...question, ...(folderId !== undefined && { folderId }) };
  let isFound = false;
  try {
    const { callForEvents } = await import('#web/lib/http/call-for-events.ts');
    for await (const event of callForEvents('POST /api/search/answer', { body }, signal)) {
      isFound = true;
      yield event;
    }
    if (!isFound) throw new Error('The server answered nothing');
  } catch (error) {
    // The search itself succeeded when results are shown; only the rest of the stream failed.
    if (!isFound || signal.aborted) throw error;
  }
}
