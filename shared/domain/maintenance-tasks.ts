/** The tasks of the daily maintenance. */
export const MAINTENANCE_TASK_NAMES = [
  'trash',
  'room-content',
  'invitations',
  'sessions',
  'attempt-counts',
  'uploads',
  'blobs',
  'objects',
] as const;

export type MaintenanceTaskName = (typeof MAINTENANCE_TASK_NAMES)[number];
