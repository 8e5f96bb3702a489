import type { Generated } from 'kysely';
import type { MaintenanceTaskName } from '#shared/domain/maintenance-tasks.ts';
import type { Instant } from './column-types.ts';

export interface MaintenanceTasksTable {
  task: MaintenanceTaskName;
  last_run_at: Instant | null;
  /** The numbers of items that the last run removed, and that it left because of the safety threshold. */
  removed_count: Generated<number>;
  pending_count: Generated<number>;
  /** The number of items that an administrator approved for the next run. */
  approved_count: Generated<number>;
}

/** Objects whose blob is gone; they are kept for a day, so that a backup that began before finds them. */
export interface UnreferencedObjectsTable {
  key: string;
  unreferenced_at: Instant;
}
