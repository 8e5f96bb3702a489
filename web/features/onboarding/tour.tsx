import { useEffect, useState } from 'react';
import { useSetTourSeen } from '#web/features/accounts/preferences.ts';
import { TourPopover } from './tour-popover.tsx';

interface TourStep {
  /** By `data-tour`, what it points at: the first of these that is on the screen. */
  targets: readonly string[];
  title: string;
  text: string;
}

/** What a newcomer is shown, in this order. What an account does not have is left out. */
const TOUR_STEPS: readonly TourStep[] = [
  {
    targets: ['new-folder'],
    title: 'Create a folder',
    text: 'Folders can be nested. Anyone with access to a folder sees everything in it.',
  },
  {
    targets: ['upload'],
    title: 'Upload documents',
    text: 'Choose files or whole folders, or drop them anywhere on the page. They are encrypted as they arrive.',
  },
  {
    targets: ['search'],
    title: 'Ask your documents',
    text: 'Ask in your own words. Every answer cites the file and page it comes from.',
  },
  {
    targets: ['invite'],
    title: 'Invite people',
    text: 'Collaborators can edit a folder with you. Visitors can view it without an account until their access expires.',
  },
  {
    targets: ['activity', 'account'],
    title: 'See who viewed what',
    text: 'View Activity shows who opened your files and when.',
  },
  {
    targets: ['admin'],
    title: 'Review the audit log',
    text: 'Administrators manage users and invitations and review the tamper-evident audit log here.',
  },
];

/** The element that a step points at, unless the screen does not show it. */
function findTarget({ targets }: TourStep): HTMLElement | undefined {
  return targets
    .flatMap((anchor) => [...document.querySelectorAll<HTMLElement>(`[data-tour="${anchor}"]`)])
    .find((element) => element.checkVisibility());
}

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
