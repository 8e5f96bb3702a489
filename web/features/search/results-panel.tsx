import Maximize2 from 'lucide-react/icons/maximize-2';
import X from 'lucide-react/icons/x';
import { Popover } from 'radix-ui';
import type { RefObject } from 'react';
import { Link } from 'wouter';
import { LoadingScreen } from '#web/features/accounts/loading-screen.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import type { AnswerState } from './answer-state.ts';
import { type FollowUp, FollowUpNote } from './follow-up-note.tsx';
import { buildSearchPagePath, type SearchPageState } from './page/search-page-url.ts';
import { SearchResults } from './search-results.tsx';
import type { SearchSelection } from './search-selection.ts';

interface ResultsPanelProps {
  /** The question, for the search page. */
  pageState: Partial<SearchPageState>;
  /** Has no result while the search runs. */
  answer: AnswerState;
  /** How the question was completed, if it was. */
  followUp: FollowUp | null;
  onAskTyped: () => void;
  onStop: () => void;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Element around the search bar and the panel; interactions inside it keep the panel open. */
  bar: RefObject<HTMLElement | null>;
  /** Element that positions the panel and sets its width. */
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
  onSelect: (selection: SearchSelection) => void;
}

/** Shows the search results below the search bar, which keeps the focus. */
export function ResultsPanel(props: ResultsPanelProps) {
  const {
    answer,
    pageState,
    followUp,
    onAskTyped,
    onStop,
    open,
    onOpenChange,
    bar,
    anchor,
    onClose,
    onSelect,
  } = props;
  const shownAnchor = anchor as RefObject<HTMLElement>; // rendered before the first question
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
        <div className="flex flex-col gap-3 px-2 pb-3">
          {followUp && <FollowUpNote {...{ followUp, onAskTyped }} />}
          {answer.result ? (
            <>
              <SearchResults answer={answer} result={answer.result} onStop={onStop} onSelect={onSelect} />
              <Link
                data-search-result
                href={buildSearchPagePath(pageState)}
                className="flex min-h-control items-center gap-2 rounded-md px-2 font-medium text-accent-ink outline-offset-[-2px] hover:bg-hover"
              >
                <Maximize2 size={16} />
                Show on a page with filters
              </Link>
            </>
          ) : (
            <LoadingScreen message="Searching your documents" />
          )}
        </div>
      </Popover.Content>
    </Popover.Root>
  );
}
