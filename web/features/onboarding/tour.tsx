import { useEffect, useState } from 'react';
import { useRememberTour } from '#web/features/accounts/preferences.ts';
import { findAnchor, TOUR_STEPS } from './tour-steps.ts';
import { TourStop } from './tour-popover.tsx';

/** Shows a newcomer round, once for each account. It can be left at any time, and taken again from the account menu. */
export function Tour() {
  const remember = useRememberTour();
  // As they stand when the tour begins: what is not on the screen now is not shown later either.
  const [stops] = useState(() =>
    TOUR_STEPS.flatMap((step) => {
      const anchor = findAnchor(step);
      return anchor ? [{ ...step, anchor }] : [];
    }),
  );
  const [index, setIndex] = useState(0);
  const stop = stops[index];
  const end = () => remember(true);
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.querySelector('main')?.focus();
    },
    [],
  );
  if (!stop) return null;
  return (
    <TourStop
      // Each is a dialog of its own, so that a screen reader reads it out.
      key={stop.title}
      {...stop}
      place={`${index + 1} of ${stops.length}`}
      onBack={index > 0 ? () => setIndex(index - 1) : undefined}
      onNext={index + 1 < stops.length ? () => setIndex(index + 1) : undefined}
      onEnd={end}
    />
  );
}
