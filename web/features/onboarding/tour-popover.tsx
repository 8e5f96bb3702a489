import { type RefObject, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '#web/ui/buttons/button.tsx';
import { placePopover } from './place-popover.ts';

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

/**
 * Explains one element of the page. Escape or a click outside ends the tour. It uses no library of popovers, because it is
 * part of what a new user loads first.
 */
export function TourPopover({ target, title, text, progress, onBack, onNext, onEnd }: TourPopoverProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  usePlaceBeside(box, target);
  useEndOutside(box, onEnd);
  useEffect(() => {
    next.current?.focus({ preventScroll: true });
    target.dataset['tourActive'] = '';
    return () => {
      delete target.dataset['tourActive'];
    };
  }, [target]);
  return createPortal(
    <div
      ref={box}
      role="dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onKeyDown={({ key }) => key === 'Escape' && onEnd()}
      className="fixed z-50 flex w-[min(20rem,calc(100vw-1rem))] animate-appear flex-col gap-1 rounded-lg border border-line bg-raised p-4 shadow-popup"
    >
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
    </div>,
    document.body,
  );
}

/** Keeps the box beside the target while the page scrolls or changes its size. */
function usePlaceBeside(box: RefObject<HTMLElement | null>, target: HTMLElement): void {
  useLayoutEffect(() => {
    const place = () => {
      if (!box.current) return;
      const viewport = { width: document.documentElement.clientWidth, height: innerHeight };
      const { offsetWidth: width, offsetHeight: height } = box.current;
      const { left, top } = placePopover(target.getBoundingClientRect(), { width, height }, viewport);
      Object.assign(box.current.style, { left: `${left}px`, top: `${top}px` });
    };
    target.scrollIntoView({ block: 'nearest' });
    place();
    const observer = new ResizeObserver(place);
    observer.observe(document.body);
    observer.observe(target);
    addEventListener('scroll', place, { capture: true, passive: true });
    addEventListener('resize', place);
    return () => {
      observer.disconnect();
      removeEventListener('scroll', place, { capture: true });
      removeEventListener('resize', place);
    };
  }, [box, target]);
}

/** Calls `onEnd` on a press of the pointer outside the box, and on Escape while nothing has the focus. */
function useEndOutside(box: RefObject<HTMLElement | null>, onEnd: () => void): void {
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Node && !box.current?.contains(target)) end();
    };
    const onKeyDown = ({ key, target }: KeyboardEvent) => {
      if (key === 'Escape' && target === document.body) end();
    };
    document.addEventListener('pointerdown', onPointerDown);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [box]);
}
