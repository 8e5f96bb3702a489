import Search from 'lucide-react/icons/search';
import { lazy, type SubmitEvent, Suspense, useRef, useState } from 'react';
import { SEARCH_METHODS } from '#shared/domain/search-methods.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import { useAnswer } from './api.ts';
import { METHOD_LABEL, type SearchMethod } from './methods.ts';
import { QuestionField } from './question-field.tsx';
import { summaryOf } from './read-result.ts';
import { ReindexButton } from './reindex-button.tsx';
import type { SearchSelection } from './selection.ts';

const ResultsPanel = lazy(async () => ({ default: (await import('./results-panel.tsx')).ResultsPanel }));
const METHODS = SEARCH_METHODS.map((value) => ({ value, label: METHOD_LABEL[value] }));

interface SearchBarProps {
  onSelect: (selection: SearchSelection) => void;
  /** Search in this folder and below it alone. */
  folderId?: number;
}

export function SearchBar({ onSelect, folderId }: SearchBarProps) {
  const [question, setQuestion] = useState('');
  const [method, setMethod] = useState<SearchMethod>('auto');
  const [isOpen, setOpen] = useState(false);
  const { ask, reset, isSearching, result } = useAnswer();
  const bar = useRef<HTMLElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);

  const query = question.trim();
  const isShown = isOpen && (isSearching || result !== undefined);

  const change = (text: string) => {
    setQuestion(text);
    if (text === '') {
      reset();
      setOpen(false);
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    ask({ query, method, folderId });
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    input.current?.focus();
  };
  return (
    <search
      ref={bar}
      aria-label="Documents"
      // Radix gives Escape to what was opened last alone, which may be a toast.
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isShown) close();
      }}
    >
      <form ref={form} onSubmit={submit} className="flex flex-wrap gap-2">
        <div className="min-w-48 flex-1 basis-64">
          <QuestionField input={input} question={question} onChange={change} />
        </div>
        <Select
          label="Search method"
          hideLabel
          options={METHODS}
          value={method}
          onChange={({ target }) => setMethod(SEARCH_METHODS.find((each) => each === target.value) ?? 'auto')}
        />
        <Button type="submit" icon={Search} disabled={query === ''}>
          Search
        </Button>
        <ReindexButton />
      </form>
      <Suspense>
        {(isSearching || result !== undefined) && (
          <ResultsPanel
            result={result}
            open={isOpen}
            onOpenChange={setOpen}
            bar={bar}
            anchor={form}
            onClose={close}
            onSelect={(selection) => {
              close();
              onSelect(selection);
            }}
          />
        )}
      </Suspense>
      <p role="status" className="sr-only">
        {isShown && result && summaryOf(result)}
      </p>
    </search>
  );
}
