import X from 'lucide-react/icons/x';
import { type KeyboardEvent, lazy, type RefObject, Suspense, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { MAX_QUESTION_LENGTH } from '#shared/domain/limits.ts';
import { EMPTY_QUESTION } from '#shared/domain/messages.ts';
import { useCommands } from '#web/lib/commands/commands.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { getOptionId, type Suggestion, useSuggestions } from './use-suggestions.ts';

const SuggestionList = lazy(async () => ({
  default: (await import('./suggestion-list.tsx')).SuggestionList,
}));

interface QuestionFieldProps {
  input: RefObject<HTMLInputElement | null>;
  question: string;
  onChange: (question: string) => void;
  /** Moves the focus into the open results; undefined while none are open, which allows suggestions. */
  onEnterResults: (() => void) | undefined;
}

/** Renders the question as a combobox with suggestions; the focus stays in the input. */
export function QuestionField(props: QuestionFieldProps) {
  const { input, question, onChange } = props;
  const listId = useId();
  const { suggestions, active, setActive, close, choose, onKeyDown } = useSuggestionKeys(props);
  const isOpen = suggestions.length > 0;
  useCommands([{ label: 'Ask about your documents', key: '/', run: () => input.current?.select() }]);
  const clear = () => {
    onChange('');
    input.current?.focus();
  };
  return (
    <div className="relative">
      <TextField
        ref={input}
        label="Ask about your documents"
        hideLabel
        placeholder="Ask about your documents..."
        autoComplete="off"
        enterKeyHint="search"
        aria-keyshortcuts="/"
        data-tour="search"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={active === null ? undefined : getOptionId(listId, active)}
        maxLength={MAX_QUESTION_LENGTH}
        value={question}
        onChange={(event) => {
          setActive(null);
          onChange(event.target.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => close()}
        end={question !== '' && <IconButton icon={X} label="Clear question" size="small" onClick={clear} />}
      />
      <Suspense>
        {isOpen && <SuggestionList id={listId} {...{ suggestions, active }} onChoose={choose} />}
      </Suspense>
    </div>
  );
}

/** Handles the keyboard of the combobox: arrows move through the suggestions, Enter chooses, Escape closes. */
function useSuggestionKeys({ question, onChange, onEnterResults }: QuestionFieldProps) {
  const [, navigate] = useLocation();
  // Text whose suggestions were dismissed or chosen. Any other text shows suggestions again.
  const [dismissedText, setDismissedText] = useState(question);
  const [activeIndex, setActive] = useState<number | null>(null);
  const isTyping = question !== dismissedText && question.trim() !== '' && !onEnterResults;
  const suggestions = useSuggestions(isTyping ? question.trim() : undefined);
  const active = activeIndex !== null && suggestions[activeIndex] ? activeIndex : null;

  const close = (text = question) => {
    setDismissedText(text);
    setActive(null);
  };
  const choose = (suggestion: Suggestion) => {
    if (suggestion.kind === 'correction') {
      close(suggestion.question);
      onChange(suggestion.question);
    } else {
      close();
      navigate(`/${suggestion.kind}/${suggestion.id}`);
    }
  };
  const onArrow = (step: 1 | -1) => {
    if (suggestions.length === 0) return setDismissedText('');
    // Counts one extra position: no suggestion, which is the typed question.
    const optionCount = suggestions.length + 1;
    const next = ((active ?? suggestions.length) + step + optionCount) % optionCount;
    setActive(next === suggestions.length ? null : next);
  };
  const onEnter = (event: KeyboardEvent) => {
    const chosen = active === null ? undefined : suggestions[active];
    if (chosen) {
      event.preventDefault();
      choose(chosen);
      return;
    }
    close();
    // A disabled submit button would ignore Enter without an explanation.
    if (question.trim() === '')
      toast({ title: 'Empty search', description: EMPTY_QUESTION, variant: 'warning' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The input method handles keys during composition.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (onEnterResults && event.key === 'ArrowDown') onEnterResults();
      else onArrow(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Escape' && suggestions.length > 0) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === 'Enter') onEnter(event);
  };
  return { suggestions, active, setActive, close, choose, onKeyDown };
}
