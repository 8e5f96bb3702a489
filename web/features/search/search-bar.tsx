import RefreshCw from 'lucide-react/icons/refresh-cw';
import Search from 'lucide-react/icons/search';
import { lazy, type SubmitEvent, Suspense, useEffect, useRef, useState } from 'react';
import { DEFAULT_PREFERENCES } from '#shared/domain/preferences.ts';
import { SEARCH_METHODS } from '#shared/domain/search-methods.ts';
import { systemPolicy } from '#shared/policies/system.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { usePreferences } from '#web/features/accounts/preferences.ts';
import { preloadOnInteraction } from '#web/lib/browser/preload-on-interaction.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { useReindex, useSearchAnswer } from './api.ts';
import { useAskedQuestion } from './asked-question.ts';
import { buildSearchPagePath } from './page/search-page-url.ts';
import { getAnnouncement } from './parse-result.ts';
import { QuestionField } from './question-field.tsx';
import { focusResult, moveThroughResults } from './result-keyboard.ts';
import { METHOD_LABELS, type SearchMethod } from './search-methods.ts';
import type { SearchSelection } from './search-selection.ts';

/** Lets administrators reindex all documents. */
function ReindexButton() {
  const isAllowed = systemPolicy.reindex(useActor());
  const { mutate: reindex, isPending } = useReindex();
  if (!isAllowed) return null;
  return (
    <IconButton
      icon={RefreshCw}
      label="Reindex documents"
      variant="secondary"
      aria-busy={isPending}
      onClick={() => {
        if (!isPending) reindex();
      }}
    />
  );
}

const loadResultsPanel = async () => ({ default: (await import('./results-panel.tsx')).ResultsPanel });
const ResultsPanel = lazy(loadResultsPanel);
const METHOD_OPTIONS = SEARCH_METHODS.map((value) => ({ value, label: METHOD_LABELS[value] }));

/** Returns the initial method: Auto, unless the user chose another one than the default preference. */
const getInitialMethod = (preferred: SearchMethod): SearchMethod =>
  preferred === DEFAULT_PREFERENCES.searchMethod ? 'auto' : preferred;

interface SearchBarProps {
  onSelect: (selection: SearchSelection) => void;
  /** Limits the search to this folder and its descendants. */
  folderId?: number;
}

export function SearchBar({ onSelect, folderId }: SearchBarProps) {
  const { question, method, answer, hasAnswer, isOpen, ...actions } = useSearchForm(folderId);
  const bar = useRef<HTMLElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const isShown = isOpen && hasAnswer;
  useEffect(() => preloadOnInteraction([loadResultsPanel]), []);
  const stop = () => {
    actions.stop();
    // The focused button is removed.
    input.current?.focus();
  };
  const dismiss = () => {
    actions.dismiss();
    input.current?.focus();
  };
  return (
    <search
      ref={bar}
      aria-label="Documents"
      // Handles Escape itself: Radix passes it only to the topmost layer, which may be a toast.
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isShown) dismiss();
        else moveThroughResults(event, bar, input);
      }}
    >
      <form ref={form} onSubmit={actions.submit} className="flex flex-wrap gap-2">
        <div className="min-w-48 flex-1 basis-64">
          <QuestionField
            {...{ input, question }}
            onChange={actions.change}
            onEnterResults={isShown ? () => focusResult(bar, 0) : undefined}
          />
        </div>
        <MethodSelect value={method} onChange={actions.setMethod} />
        <Button type="submit" icon={Search} disabled={question.trim() === ''}>
          Search
        </Button>
        <ReindexButton />
      </form>
      <Suspense>
        {hasAnswer && (
          <ResultsPanel
            answer={answer}
            pagePath={actions.pagePath}
            onStop={stop}
            open={isOpen}
            onOpenChange={(open) => (open ? actions.setOpen(true) : actions.dismiss())}
            bar={bar}
            anchor={form}
            onClose={dismiss}
            onSelect={(selection) => {
              // The question stays in the URL, so that Back from the file opens the results again.
              actions.setOpen(false);
              input.current?.focus();
              onSelect(selection);
            }}
          />
        )}
      </Suspense>
      <p role="status" className="sr-only">
        {isShown && getAnnouncement(answer)}
      </p>
    </search>
  );
}

interface MethodSelectProps {
  value: SearchMethod;
  onChange: (method: SearchMethod) => void;
}

function MethodSelect({ value, onChange }: MethodSelectProps) {
  return (
    <Select
      label="Search method"
      hideLabel
      options={METHOD_OPTIONS}
      value={value}
      onChange={({ target }) => onChange(SEARCH_METHODS.find((each) => each === target.value) ?? 'auto')}
    />
  );
}

/** Holds the question, its answer and whether the results are open. Closing the results stops the language model. */
function useSearchForm(folderId: number | undefined) {
  const { asked, setAsked } = useAskedQuestion();
  const [question, setQuestion] = useState(asked?.query ?? '');
  const [chosenMethod, setMethod] = useState<SearchMethod | null>(asked?.method ?? null);
  const { searchMethod: preferred } = usePreferences();
  const method = chosenMethod ?? getInitialMethod(preferred);
  const [isOpen, setIsOpen] = useState(asked !== null);
  const { ask, stop, reset, isSearching, answer } = useSearchAnswer();
  // Asks again when the page is opened by Back or a link.
  const [firstAsked] = useState(asked);
  useEffect(() => {
    if (firstAsked) ask({ ...firstAsked, folderId });
  }, [firstAsked, ask, folderId]);

  const change = (text: string) => {
    setQuestion(text);
    if (text === '') {
      reset();
      setIsOpen(false);
      setAsked(null);
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const query = question.trim();
    ask({ query, method, folderId });
    setIsOpen(true);
    setAsked({ query, method });
  };
  const setOpen = (open: boolean) => {
    if (!open) stop();
    setIsOpen(open);
  };
  /** Closes the results for good; Back does not open them again. */
  const dismiss = () => {
    setOpen(false);
    setAsked(null);
  };
  const hasAnswer = isSearching || answer.result !== undefined;
  const pagePath = buildSearchPagePath({ ...(asked ?? { query: question, method }), folderId });
  return {
    pagePath,
    question,
    method,
    setMethod,
    answer,
    hasAnswer,
    isOpen,
    change,
    submit,
    setOpen,
    dismiss,
    stop,
  };
}
