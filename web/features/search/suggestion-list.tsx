import { clsx } from 'clsx';
import FolderIcon from 'lucide-react/icons/folder';
import SpellCheck from 'lucide-react/icons/spell-check';
import { FileIcon } from '#web/ui/display/file-icon.tsx';
import { getOptionId, type Suggestion } from './use-suggestions.ts';

interface SuggestionListProps {
  id: string;
  suggestions: readonly Suggestion[];
  /** Index of the suggestion that Enter chooses; the focus stays in the input. */
  active: number | null;
  onChoose: (suggestion: Suggestion) => void;
}

/** Shows suggestions in an overlay below the question. */
export function SuggestionList({ id, suggestions, active, onChoose }: SuggestionListProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Suggestions"
      // A press would move the focus, which closes the list before the click.
      onPointerDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-full z-40 mt-1 max-h-[min(24rem,60dvh)] overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-popup"
    >
      {suggestions.map((suggestion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field, which has the focus, takes the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
        <div
          key={getKey(suggestion)}
          id={getOptionId(id, index)}
          role="option"
          aria-selected={index === active}
          ref={index === active ? revealOption : undefined}
          onClick={() => onChoose(suggestion)}
          className={clsx(
            'flex min-h-control cursor-pointer items-center gap-2 rounded-sm px-2 hover:bg-hover',
            index === active && 'bg-selected',
          )}
        >
          <SuggestionContent suggestion={suggestion} />
        </div>
      ))}
    </div>
  );
}

function SuggestionContent({ suggestion }: { suggestion: Suggestion }) {
  switch (suggestion.kind) {
    case 'correction':
      return (
        <>
          <SpellCheck size={16} className="shrink-0 text-ink-muted" />
          <span className="min-w-0 truncate">
            <span className="text-ink-muted">Did you mean</span> {suggestion.question}
          </span>
        </>
      );
    case 'folder':
      return (
        <>
          <FolderIcon size={16} className="shrink-0 text-accent-ink" />
          <span className="min-w-0 truncate">{suggestion.name}</span>
        </>
      );
    case 'file':
      return (
        <>
          <FileIcon name={suggestion.name} />
          <span className="min-w-0 truncate">{suggestion.name}</span>
        </>
      );
  }
}

const getKey = (suggestion: Suggestion): string =>
  suggestion.kind === 'correction' ? suggestion.kind : `${suggestion.kind}-${suggestion.id}`;

function revealOption(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}
