import type { Generated } from 'kysely';
import type { MaintenanceTaskName } from '#shared/domain/maintenance-tasks.ts';
import type { Instant } from './column-types.ts';

export interface MaintenanceTasksTable {
  task: MaintenanceTaskName;
  last_run_at: Instant | null;
  /** How many things the last run removed, and how many it held back. */
  removed_count: Generated<number>;
  pending_count: Generated<number>;
  /** How many an administrator let the next run remove. */
  approved_count: Generated<number>;
}

/** Objects whose blob is gone; they stay for a day, so that a backup that began before finds them. */
export interface UnreferencedObjectsTable {
  key: string;
  unreferenced_at: Instant;
}
