import { useEffect, useState } from 'react';
import { useSetTourSeen } from '#web/features/accounts/preferences.ts';
import { TourPopover } from './tour-popover.tsx';
import { findTarget, TOUR_STEPS } from './tour-steps.ts';

/** Shows a newcomer round, once for each account. It can be left at any time, and taken again from the account menu. */
export function Tour() {
  const remember = useSetTourSeen();
  // As they stand when the tour begins: what is not on the screen now is not shown later either.
  const [shownSteps] = useState(() =>
    TOUR_STEPS.flatMap((step) => {
      const target = findTarget(step);
      return target ? [{ ...step, target }] : [];
    }),
  );
  const [index, setIndex] = useState(0);
  const currentStep = shownSteps[index];
  const end = () => remember(true);
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.querySelector('main')?.focus();
    },
    [],
  );
  if (!currentStep) return null;
  return (
    <TourPopover
      // Each is a dialog of its own, so that a screen reader reads it out.
      key={currentStep.title}
      {...currentStep}
      progress={`${index + 1} of ${shownSteps.length}`}
      onBack={index > 0 ? () => setIndex(index - 1) : undefined}
      onNext={index + 1 < shownSteps.length ? () => setIndex(index + 1) : undefined}
      onEnd={end}
    />
  );
}
