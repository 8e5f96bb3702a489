import { clsx } from 'clsx';
import Search from 'lucide-react/icons/search';
import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { completeFollowUp } from '#shared/domain/search/follow-up-question.ts';
import { LoadingScreen } from '#web/features/accounts/loading-screen.tsx';
import { useIsKnownReader, useIsViewAs } from '#web/features/accounts/visitor-session.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { useStableCallback } from '#web/ui/lists/stable-callback.ts';
import { useSearchAnswer } from '../api.ts';
import { type FollowUp, FollowUpNote } from '../follow-up-note.tsx';
import { getAnnouncement, hasNoResults } from '../parse-result.ts';
import { QuestionField } from '../question-field.tsx';
import { focusResult, moveThroughResults } from '../result-keyboard.ts';
import { SaveSearchButton } from '../saved/save-search-button.tsx';
import { SavedSearchList } from '../saved/saved-search-list.tsx';
import { ExportResults } from './export-results.tsx';
import { FilterBar } from './filter-bar.tsx';
import { SearchPageResults } from './search-page-results.tsx';
import {
  buildSearchPagePath,
  countFilters,
  parseSearchPage,
  type SearchPageState,
  toRequestFilters,
} from './search-page-url.ts';

/** Question, filters and results. Each question and each change of a filter is an entry of the browser's history. */
export function SearchPageForm() {
  const queryString = useSearch();
  const [, navigate] = useLocation();
  const state = parseSearchPage(queryString);
  const search = useAnswerOf(queryString);
  const area = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const show = (change: Partial<SearchPageState>) => navigate(buildSearchPagePath({ ...state, ...change }));
  const { result } = search.answer;
  const [followUp, setFollowUp] = useState<FollowUp>();
  const askNext = (typed: string) => {
    const query = completeFollowUp(typed, state.query);
    if (query !== undefined) setFollowUp({ typed, query });
    // The URL of the same question does not change.
    if ((query ?? typed) === state.query) search.askAgain();
    else show({ query: query ?? typed });
  };

  return (
    <search
      ref={area}
      aria-label="Documents"
      className="flex flex-col gap-6"
      onKeyDown={(event) => moveThroughResults(event, area, input)}
    >
      <h1 className="sr-only">Search</h1>
      <div className="flex flex-col gap-3">
        <QuestionForm
          input={input}
          asked={state.query}
          onAsk={askNext}
          onEnterResults={result ? () => focusResult(area, 0) : undefined}
        />
        {followUp?.query === state.query && (
          <FollowUpNote followUp={followUp} onAskTyped={() => show({ query: followUp.typed })} />
        )}
        <FilterBar state={state} onChange={show} />
      </div>
      <Outcome {...{ state, search }} />
      {state.query === '' && <NoQuestion />}
      <p role="status" className="sr-only">
        {getAnnouncement(search.answer)}
      </p>
    </search>
  );
}

interface OutcomeProps {
  state: SearchPageState;
  search: ReturnType<typeof useAnswerOf>;
}

/** Shows the results, or that they are awaited or failed, with what can be done with them. */
function Outcome({ state, search }: OutcomeProps) {
  const { answer, isSearching, stop, failure, askAgain } = search;
  const { result } = answer;
  const isViewingAs = useIsViewAs();
  // Searches are saved for a person, not for a group that a manager looks at.
  const isKnownReader = useIsKnownReader();
  return (
    <>
      {isSearching && <LoadingScreen message="Searching your documents" />}
      {failure && !isSearching && (
        <LoadError error={failure} summary="The documents could not be searched" onRetry={askAgain} />
      )}
      {result && (
        <SearchPageResults
          answer={answer}
          result={result}
          isFiltered={countFilters(state) > 0}
          onStop={stop}
        />
      )}
      {result && (
        <div className={clsx('flex flex-wrap gap-2', hasNoResults(result) && 'justify-center')}>
          {isKnownReader && <SaveSearchButton state={state} />}
          {!hasNoResults(result) && !isViewingAs && <ExportResults state={state} />}
        </div>
      )}
    </>
  );
}

function NoQuestion() {
  const isKnownReader = useIsKnownReader();
  return (
    <>
      <EmptyState
        icon={Search}
        title="Ask about your documents"
        description="The answer comes word for word from a document that you can see, with its page."
      />
      {isKnownReader && <SavedSearchList />}
    </>
  );
}

interface QuestionFormProps {
  input: RefObject<HTMLInputElement | null>;
  /** The question of the URL. */
  asked: string;
  onAsk: (query: string) => void;
  onEnterResults: (() => void) | undefined;
}

function QuestionForm({ input, asked, onAsk, onEnterResults }: QuestionFormProps) {
  const [question, setQuestion] = useState(asked);
  const [shown, setShown] = useState(asked);
  const hadFocus = useRef(false);
  if (shown !== asked) {
    setShown(asked);
    setQuestion(asked);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question has a new field
  useEffect(() => {
    if (hadFocus.current) input.current?.focus();
    hadFocus.current = false;
  }, [asked, input]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    hadFocus.current = document.activeElement === input.current;
    if (question.trim() !== '') onAsk(question.trim());
  };
  return (
    <form onSubmit={submit} className="flex gap-2">
      <div className="min-w-0 flex-1">
        <QuestionField
          // A new field for the question of each URL, as after Back.
          key={asked}
          {...{ input, question }}
          onChange={setQuestion}
          onEnterResults={question.trim() === asked ? onEnterResults : undefined}
        />
      </div>
      <Button type="submit" variant="primary" icon={Search} disabled={question.trim() === ''}>
        Search
      </Button>
    </form>
  );
}

/** Asks the question of a URL again whenever the URL changes. */
function useAnswerOf(search: string) {
  const { ask, stop, reset, isSearching, answer, failure } = useSearchAnswer();
  const askAgain = useStableCallback(() => {
    const state = parseSearchPage(search);
    const { query, method } = state;
    if (query === '') reset();
    else ask({ query, method, ...toRequestFilters(state, Date.now()) });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new URL is a new question
  useEffect(() => askAgain(), [askAgain, search]);
  return { answer, isSearching, stop, failure, askAgain };
}
