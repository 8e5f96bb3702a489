import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { getInitialMethod } from '#web/features/accounts/initial-method.ts';
import { usePreferences } from '#web/features/accounts/preferences.ts';
import { useSearchAnswer } from './api.ts';
import { type AskedQuestion, useAskedQuestion } from './asked-question.ts';
import type { FollowUp } from './follow-up-note.tsx';
import type { SearchMethod } from './search-methods.ts';

const loadFollowUp = () => import('#shared/domain/search/follow-up-question.ts');

/** Holds the question, its answer and whether the results are open. Closing the results stops the language model. */
export function useSearchForm(folderId: number | undefined) {
  const { asked, setAsked } = useAskedQuestion();
  const [question, setQuestion] = useState(asked?.query ?? '');
  const [method, setMethod] = useSearchMethod(asked);
  const [isOpen, setIsOpen] = useState(asked !== null);
  const { followUp, forget, complete, cancel, noteQuery } = useFollowUp(asked);
  const { ask, stop, reset, isSearching, answer } = useSearchAnswer();
  useFirstQuestion(asked, ask, folderId);

  const change = (text: string) => {
    setQuestion(text);
    if (text === '') {
      reset();
      dismiss();
    }
  };
  const askFor = (query: string) => {
    noteQuery(query);
    setQuestion(query);
    ask({ query, method, folderId });
    setIsOpen(true);
    setAsked({ query, method });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void complete(question.trim()).then((query) => query !== undefined && askFor(query));
  };
  const askTyped = () => {
    if (followUp) askFor(followUp.typed);
    forget();
  };
  const setOpen = (open: boolean) => {
    cancel();
    if (!open) stop();
    setIsOpen(open);
  };
  /** Closes the results for good; Back does not open them again. */
  const dismiss = () => {
    setOpen(false);
    setAsked(null);
  };
  const hasAnswer = isSearching || answer.result !== undefined;
  return {
    /** The question as the page of results gets it. */
    pageState: { ...(asked ?? { query: question, method }), folderId },
    question,
    method,
    setMethod,
    answer,
    followUp,
    askTyped,
    hasAnswer,
    isOpen,
    change,
    submit,
    setOpen,
    dismiss,
    stop,
  };
}

/** Asks the question in the URL again when the page is opened by Back or a link. */
function useFirstQuestion(
  asked: AskedQuestion | null,
  ask: ReturnType<typeof useSearchAnswer>['ask'],
  folderId: number | undefined,
): void {
  const [firstAsked] = useState(asked);
  useEffect(() => {
    if (firstAsked) ask({ ...firstAsked, folderId });
  }, [firstAsked, ask, folderId]);
}

/** Returns the method of the question in the URL, then the one that the user chooses. */
function useSearchMethod(asked: AskedQuestion | null) {
  const [chosen, setMethod] = useState<SearchMethod | null>(asked?.method ?? null);
  const preferences = usePreferences();
  return [chosen ?? getInitialMethod(preferences), setMethod] as const;
}

/** Completes questions that follow up on the one before, and remembers how they were typed. */
function useFollowUp(asked: AskedQuestion | null) {
  const [followUp, setFollowUp] = useState<FollowUp | null>(null);
  // Outlives the answer: the field is often cleared before the next question.
  const lastQuery = useRef(asked?.query ?? '');
  const latest = useRef({});
  /** Returns nothing if another question was asked, or the results were closed or opened, meanwhile. */
  const complete = async (typed: string): Promise<string | undefined> => {
    const asking = {};
    latest.current = asking;
    // The first question follows up on nothing; without the code, a question is asked as it was typed.
    const code = lastQuery.current === '' ? undefined : await loadFollowUp().catch(() => undefined);
    if (latest.current !== asking) return undefined;
    const completed = code?.completeFollowUp(typed, lastQuery.current);
    setFollowUp(completed === undefined ? null : { typed, query: completed });
    return completed ?? typed;
  };
  const noteQuery = (query: string) => {
    lastQuery.current = query;
  };
  const cancel = () => {
    latest.current = {};
  };
  return { followUp, complete, cancel, noteQuery, forget: () => setFollowUp(null) };
}
