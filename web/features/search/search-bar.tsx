import { clsx } from 'clsx';
import Search from 'lucide-react/icons/search';
import { lazy, type RefObject, Suspense, useEffect, useRef } from 'react';
import { SEARCH_METHODS } from '#shared/domain/search-methods.ts';
import { systemPolicy } from '#shared/policies/system.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { preloadOnInteraction } from '#web/lib/browser/preload-on-interaction.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { getAnnouncement } from './parse-result.ts';
import { QuestionField } from './question-field.tsx';
import { focusResult, moveThroughResults } from './result-keyboard.ts';
import { METHOD_LABELS, type SearchMethod } from './search-methods.ts';
import type { SearchSelection } from './search-selection.ts';
import { useSearchForm } from './use-search-form.ts';

const loadResultsPanel = async () => ({ default: (await import('./results-panel.tsx')).ResultsPanel });
const ResultsPanel = lazy(loadResultsPanel);
const ReindexButton = lazy(async () => ({ default: (await import('./reindex-button.tsx')).ReindexButton }));
const METHOD_OPTIONS = SEARCH_METHODS.map((value) => ({ value, label: METHOD_LABELS[value] }));

interface SearchBarProps {
  onSelect: (selection: SearchSelection) => void;
  /** Limits the search to this folder and its descendants. */
  folderId?: number;
}

export function SearchBar({ onSelect, folderId }: SearchBarProps) {
  const search = useSearchForm(folderId);
  const { answer, hasAnswer, isOpen } = search;
  const bar = useRef<HTMLElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const isShown = isOpen && hasAnswer;
  useEffect(() => preloadOnInteraction([loadResultsPanel]), []);
  useEffect(() => {
    // A phone shows little below the field, and the answer not at all.
    if (isShown && matchMedia('(width < 40rem)').matches) form.current?.scrollIntoView();
  }, [isShown]);
  /** Returns a handler that focuses the question, since the focused button or result is removed. */
  const thenFocus = (act: () => void) => () => {
    act();
    input.current?.focus();
  };
  const dismiss = thenFocus(search.dismiss);
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
      <SearchForm
        {...{ search, form, input }}
        onEnterResults={isShown ? () => focusResult(bar, 0) : undefined}
      />
      <Suspense>
        {hasAnswer && (
          <ResultsPanel
            {...{ answer, bar }}
            pageState={search.pageState}
            followUp={search.followUp}
            onAskTyped={thenFocus(search.askTyped)}
            onStop={thenFocus(search.stop)}
            open={isOpen}
            onOpenChange={(open) => (open ? search.setOpen(true) : search.dismiss())}
            anchor={form}
            onClose={dismiss}
            onSelect={(selection) => {
              // The question stays in the URL, so that Back from the file opens the results again.
              thenFocus(() => search.setOpen(false))();
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

interface SearchFormProps {
  search: ReturnType<typeof useSearchForm>;
  form: RefObject<HTMLFormElement | null>;
  input: RefObject<HTMLInputElement | null>;
  onEnterResults: (() => void) | undefined;
}

function SearchForm({ search, form, input, onEnterResults }: SearchFormProps) {
  const { question, method, change, setMethod, submit } = search;
  const mayReindex = systemPolicy.reindex(useActor());
  // Adds a second row on phones once there is something to ask.
  const secondRow = clsx('max-sm:grow max-sm:basis-28', question === '' && 'max-sm:hidden');
  return (
    <form ref={form} onSubmit={submit} className="flex scroll-mt-2 flex-wrap gap-2">
      <div className="min-w-48 flex-1 basis-64">
        <QuestionField {...{ input, question, onEnterResults }} onChange={change} />
      </div>
      <div className={secondRow}>
        <MethodSelect value={method} onChange={setMethod} />
      </div>
      <Button type="submit" icon={Search} disabled={question.trim() === ''} className={secondRow}>
        Search
      </Button>
      {mayReindex && (
        // Reserves the space of the button until it has loaded.
        <span className="size-control">
          <Suspense>
            <ReindexButton />
          </Suspense>
        </span>
      )}
    </form>
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
