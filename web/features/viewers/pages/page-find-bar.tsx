import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import X from 'lucide-react/icons/x';
import type { KeyboardEvent } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { FIELD_STYLES } from '#web/ui/forms/field.tsx';
import type { usePageFind } from './use-page-find.ts';

interface PageFindBarProps {
  find: ReturnType<typeof usePageFind>;
  onClose: () => void;
}

/** Finds a text on the pages: Enter and Shift+Enter go to the next and previous match, Escape closes the bar. */
export function PageFindBar({ find, onClose }: PageFindBarProps) {
  const { text, setText, step, count, retry } = find;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) step(event.shiftKey ? -1 : 1);
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
    }
  };
  return (
    <search
      aria-label="Find in document"
      onKeyDown={onKeyDown}
      className="absolute top-2 right-2 z-10 flex max-w-[calc(100%-1rem)] items-center gap-1 rounded-lg border border-line bg-raised p-1 shadow-popup"
    >
      <input
        // biome-ignore lint/a11y/noAutofocus: the user has just asked to type here
        autoFocus
        aria-label="Find in document"
        placeholder="Find in document"
        autoComplete="off"
        maxLength={300}
        className={`${FIELD_STYLES} w-48 min-w-20`}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <span role="status" className="min-w-20 whitespace-nowrap px-1 text-center text-ink-muted text-xs">
        {count}
      </span>
      {retry && (
        <Button size="small" onClick={retry}>
          Try Again
        </Button>
      )}
      <IconButton icon={ChevronUp} label="Previous match" onClick={() => step(-1)} />
      <IconButton icon={ChevronDown} label="Next match" onClick={() => step(1)} />
      <IconButton icon={X} label="Close find" onClick={onClose} />
    </search>
  );
}
