import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { Popover } from 'radix-ui';
import { type KeyboardEvent, lazy, type SubmitEvent, Suspense, useRef, useState } from 'react';
import { LONGEST_QUESTION } from '#shared/domain/limits.ts';
import { SEARCH_METHODS } from '#shared/domain/search-methods.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { useSearch } from './api.ts';
import { useFocusShortcut } from './focus-shortcut.ts';
import { METHOD_LABEL, type SearchMethod } from './methods.ts';
import { summaryOf } from './read-result.ts';
import { ReindexButton } from './reindex-button.tsx';
import type { SearchSelection } from './selection.ts';

const ResultsPanel = lazy(async () => ({ default: (await import('./results-panel.tsx')).ResultsPanel }));

interface SearchBarProps {
  onSelect: (selection: SearchSelection) => void;
  /** Search in this folder and below it alone. */
  folderId?: number;
}

export function SearchBar({ onSelect, folderId }: SearchBarProps) {
  const [question, setQuestion] = useState('');
  const [method, setMethod] = useState<SearchMethod>('auto');
  const [isOpen, setOpen] = useState(false);
  const { ask, reset, isSearching, result } = useSearch();
  const bar = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useFocusShortcut(input);

  const query = question.trim();
  const isShown = isOpen && (isSearching || result !== undefined);

  const change = (text: string) => {
    setQuestion(text);
    if (text !== '') return;
    reset();
    setOpen(false);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    ask({ query, method, folderId });
    setOpen(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // A form whose button is disabled ignores Enter; saying why is kinder.
    if (event.key === 'Enter' && query === '')
      toast({ title: 'Empty search', description: 'Please enter a question to search', variant: 'warning' });
  };

  return (
    <Popover.Root open={isShown} onOpenChange={setOpen}>
      <Popover.Anchor asChild>
        <search ref={bar} aria-label="Documents">
          <form onSubmit={submit} className="flex flex-wrap gap-2">
            <div className="min-w-48 flex-1 basis-64">
              <TextField
                ref={input}
                label="Ask about your documents"
                hideLabel
                placeholder="Ask about your documents..."
                autoComplete="off"
                enterKeyHint="search"
                aria-keyshortcuts="Control+K Meta+K /"
                maxLength={LONGEST_QUESTION}
                value={question}
                onChange={(event) => change(event.target.value)}
                onKeyDown={onKeyDown}
                end={
                  question !== '' && (
                    <IconButton
                      icon={X}
                      label="Clear question"
                      size="small"
                      onClick={() => {
                        change('');
                        input.current?.focus();
                      }}
                    />
                  )
                }
              />
            </div>
            <Select
              label="Search method"
              hideLabel
              options={SEARCH_METHODS.map((value) => ({ value, label: METHOD_LABEL[value] }))}
              value={method}
              onChange={({ target }) =>
                setMethod(SEARCH_METHODS.find((each) => each === target.value) ?? 'auto')
              }
            />
            <Button type="submit" icon={Search} disabled={query === ''}>
              Search
            </Button>
            <ReindexButton />
          </form>
          <p role="status" className="sr-only">
            {isShown && result && summaryOf(result)}
          </p>
        </search>
      </Popover.Anchor>
      <Suspense>
        {(isSearching || result !== undefined) && (
          <ResultsPanel
            result={result}
            bar={bar}
            input={input}
            onSelect={(selection) => {
              setOpen(false);
              onSelect(selection);
            }}
          />
        )}
      </Suspense>
    </Popover.Root>
  );
}
