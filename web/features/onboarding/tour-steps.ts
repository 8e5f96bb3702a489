interface TourStep {
  /** By `data-tour`, what it points at: the first of these that is on the screen. */
  targets: readonly string[];
  title: string;
  text: string;
}

/** What a newcomer is shown, in this order. What an account does not have is left out. */
export const TOUR_STEPS: readonly TourStep[] = [
  {
    targets: ['new-folder'],
    title: 'Make a folder',
    text: 'Folders hold your documents, one inside another. Whoever may see a folder sees everything in it.',
  },
  {
    targets: ['upload'],
    title: 'Upload documents',
    text: 'Choose files or whole folders, or drop them anywhere on the page. They are encrypted as they arrive.',
  },
  {
    targets: ['search'],
    title: 'Ask your documents',
    text: 'Ask in your own words. Every answer names the file and the page that it stands on.',
  },
  {
    targets: ['invite'],
    title: 'Invite people',
    text: 'Collaborators work in a folder with you. Visitors only look, without an account, for as long as you say.',
  },
  {
    targets: ['activity', 'account'],
    title: 'See who read what',
    text: 'View Activity tells who opened your files, and when.',
  },
  {
    targets: ['admin'],
    title: 'Keep the proof',
    text: 'Administrators find users, all invitations and the audit log here: what was done, by whom, and sealed.',
  },
];

/** The element that a step points at, unless the screen does not show it. */
export function findTarget({ targets }: TourStep): HTMLElement | undefined {
  return targets
    .flatMap((anchor) => [...document.querySelectorAll<HTMLElement>(`[data-tour="${anchor}"]`)])
    .find((element) => element.checkVisibility());
}
