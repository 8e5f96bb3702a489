import X from 'lucide-react/icons/x';
import { Popover } from 'radix-ui';
import type { RefObject } from 'react';
import { LoadingScreen } from '#web/features/accounts/loading-screen.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import type { AnswerState } from './answer-state.ts';
import { SearchResults } from './search-results.tsx';
import type { SearchSelection } from './search-selection.ts';

interface ResultsPanelProps {
  /** Without a result while the search runs. */
  answer: AnswerState;
  onStop: () => void;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What is around the bar and the panel: what happens in it closes nothing. */
  bar: RefObject<HTMLElement | null>;
  /** What it hangs from, and is as wide as. */
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
  onSelect: (selection: SearchSelection) => void;
}

/** The dropdown below the search bar. The focus stays where it is, in the bar. */
export function ResultsPanel(props: ResultsPanelProps) {
  const { answer, onStop, open, onOpenChange, bar, anchor, onClose, onSelect } = props;
  const shownAnchor = anchor as RefObject<HTMLElement>; // on the page before anything is asked
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Anchor virtualRef={shownAnchor} />
      <Popover.Content
        role="region"
        aria-label="Search results"
        align="start"
        sideOffset={6}
        collisionPadding={8}
        avoidCollisions={false}
        onOpenAutoFocus={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => event.preventDefault()}
        onInteractOutside={(event) => {
          if (event.target instanceof Node && bar.current?.contains(event.target)) event.preventDefault();
        }}
        className="z-40 max-h-[min(36rem,75dvh)] w-(--radix-popover-trigger-width) animate-appear overflow-y-auto rounded-lg border border-line bg-raised shadow-popup outline-none"
      >
        <div className="sticky top-0 flex items-center justify-between bg-inherit py-1.5 pr-2 pl-4">
          <h2 className="font-semibold">Search results</h2>
          <IconButton icon={X} label="Close results" size="small" onClick={onClose} />
        </div>
        <div className="px-2 pb-3">
          {answer.result ? (
            <SearchResults answer={answer} result={answer.result} onStop={onStop} onSelect={onSelect} />
          ) : (
            <LoadingScreen message="Searching your documents" />
          )}
        </div>
      </Popover.Content>
    </Popover.Root>
  );
}
