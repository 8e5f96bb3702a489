import { type Selectable, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { MaintenanceTasksTable } from '#server/database/tables/maintenance.ts';
import { MAINTENANCE_TASK_NAMES, type MaintenanceTaskName } from '#shared/domain/maintenance-tasks.ts';

export interface MaintenanceTaskRow extends Selectable<MaintenanceTasksTable> {
  readonly next_run_at: number;
}

/** Lists each known task with the time of its next run, taken from its job. A newer version may have added others. */
export function listTasks(db: Database): Promise<MaintenanceTaskRow[]> {
  return db
    .selectFrom('maintenance_tasks')
    .innerJoin('jobs', (join) =>
      join.on('jobs.kind', '=', sql<string>`'maintenance.' || maintenance_tasks.task`),
    )
    .where('maintenance_tasks.task', 'in', MAINTENANCE_TASK_NAMES)
    .selectAll('maintenance_tasks')
    .select('jobs.run_at as next_run_at')
    .orderBy('maintenance_tasks.task')
    .execute();
}

export function findTask(
  db: Database,
  task: MaintenanceTaskName,
): Promise<Selectable<MaintenanceTasksTable>> {
  return db.selectFrom('maintenance_tasks').selectAll().where('task', '=', task).executeTakeFirstOrThrow();
}

export async function setTaskRun(
  db: Database,
  task: MaintenanceTaskName,
  run: { at: number; removed: number; held: number },
): Promise<void> {
  await db
    .updateTable('maintenance_tasks')
    .set({ last_run_at: run.at, removed_count: run.removed, pending_count: run.held, approved_count: 0 })
    .where('task', '=', task)
    .execute();
}

/** Approves the removals of the last paused run; returns false when none awaits approval. */
export async function approvePausedRun(db: Database, task: MaintenanceTaskName): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('maintenance_tasks')
    .set((row) => ({ approved_count: row.ref('pending_count') }))
    .where('task', '=', task)
    .where('pending_count', '>', 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
