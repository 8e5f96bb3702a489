import { useEffect, useState } from 'react';
import { useSetTourSeen } from '#web/features/accounts/preferences.ts';
import { TourPopover } from './tour-popover.tsx';

interface TourStep {
  /** Values of `data-tour`; the first visible element is used. */
  targets: readonly string[];
  title: string;
  text: string;
}

/** Steps of the tour in order. Steps whose element is missing are skipped. */
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

/** Finds the visible element that a step explains. */
function findTarget({ targets }: TourStep): HTMLElement | undefined {
  return targets
    .flatMap((anchor) => [...document.querySelectorAll<HTMLElement>(`[data-tour="${anchor}"]`)])
    .find((element) => element.checkVisibility());
}

/** Shows new users the main elements, once per account. The account menu starts it again. */
export function Tour() {
  const remember = useSetTourSeen();
  // Fixes the steps when the tour starts: elements that appear later are not added.
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
      // Mounts a new dialog per step, so that screen readers announce it.
      key={currentStep.title}
      {...currentStep}
      progress={`${index + 1} of ${shownSteps.length}`}
      onBack={index > 0 ? () => setIndex(index - 1) : undefined}
      onNext={index + 1 < shownSteps.length ? () => setIndex(index + 1) : undefined}
      onEnd={end}
    />
  );
}
