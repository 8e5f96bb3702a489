import { Popover } from 'radix-ui';
import { useEffect, useId, useRef } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';

interface TourPopoverProps {
  target: HTMLElement;
  title: string;
  text: string;
  /** Position in the tour, such as `1 of 6`. */
  progress: string;
  onBack: (() => void) | undefined;
  /** Absent in the last step. */
  onNext: (() => void) | undefined;
  onEnd: () => void;
}

/** Explains one element of the page. Escape or a click outside ends the tour. */
export function TourPopover({ target, title, text, progress, onBack, onNext, onEnd }: TourPopoverProps) {
  const id = useId();
  const next = useRef<HTMLButtonElement>(null);
  const shownAnchor = useRef(target);
  useEffect(() => {
    target.scrollIntoView({ block: 'nearest' });
    target.dataset['tourActive'] = '';
    return () => {
      delete target.dataset['tourActive'];
    };
  }, [target]);
  return (
    <Popover.Root open onOpenChange={(open) => !open && onEnd()}>
      <Popover.Anchor virtualRef={shownAnchor} />
      <Popover.Portal>
        <Popover.Content
          aria-labelledby={`${id}-title`}
          aria-describedby={`${id}-text`}
          sideOffset={8}
          collisionPadding={8}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            next.current?.focus();
          }}
          // Only a click outside ends the tour; moving the focus does not.
          onFocusOutside={(event) => event.preventDefault()}
          // Handles Escape itself: Radix passes it only to the topmost layer, which may be a toast.
          onKeyDown={({ key }) => key === 'Escape' && onEnd()}
          // The next step takes the focus itself; at the end the page gets it.
          onCloseAutoFocus={(event) => event.preventDefault()}
          className="z-50 flex w-[min(20rem,calc(100vw-1rem))] animate-appear flex-col gap-1 rounded-lg border border-line bg-raised p-4 shadow-popup outline-none"
        >
          <Popover.Arrow className="fill-line" />
          <p className="text-ink-muted text-xs">{progress}</p>
          <h2 id={`${id}-title`} className="font-semibold text-base">
            {title}
          </h2>
          <p id={`${id}-text`} className="text-pretty text-ink-muted">
            {text}
          </p>
          <div className="mt-3 flex flex-wrap justify-end gap-2">
            {onNext && (
              <Button variant="ghost" className="mr-auto" onClick={onEnd}>
                Skip Tour
              </Button>
            )}
            {onBack && <Button onClick={onBack}>Back</Button>}
            <Button ref={next} variant="primary" onClick={onNext ?? onEnd}>
              {onNext ? 'Next' : 'Done'}
            </Button>
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
