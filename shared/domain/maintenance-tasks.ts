/** What is tidied up every day. */
export const HOUSEKEEPING_TASKS = [
  'trash',
  'invitations',
  'sessions',
  'failure-counts',
  'uploads',
  'blobs',
  'objects',
] as const;

export type HousekeepingTask = (typeof HOUSEKEEPING_TASKS)[number];
