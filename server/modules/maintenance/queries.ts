import { type Selectable, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { MaintenanceTasksTable } from '#server/database/tables/maintenance.ts';
import type { MaintenanceTaskName } from '#shared/domain/maintenance-tasks.ts';

export interface MaintenanceTaskRow extends Selectable<MaintenanceTasksTable> {
  readonly next_run_at: number;
}

/** Each task with the time of its job, which says when it runs next. */
export function listTasks(db: Database): Promise<MaintenanceTaskRow[]> {
  return db
    .selectFrom('housekeeping')
    .innerJoin('jobs', (join) => join.on('jobs.kind', '=', sql<string>`'housekeeping.' || housekeeping.task`))
    .selectAll('housekeeping')
    .select('jobs.run_at as next_run_at')
    .orderBy('housekeeping.task')
    .execute();
}

export function findTask(
  db: Database,
  task: MaintenanceTaskName,
): Promise<Selectable<MaintenanceTasksTable>> {
  return db.selectFrom('housekeeping').selectAll().where('task', '=', task).executeTakeFirstOrThrow();
}

export async function setTaskRun(
  db: Database,
  task: MaintenanceTaskName,
  run: { at: number; removed: number; held: number },
): Promise<void> {
  await db
    .updateTable('housekeeping')
    .set({ last_run_at: run.at, removed: run.removed, held: run.held, allowed: 0 })
    .where('task', '=', task)
    .execute();
}

/** Allows what the last run held back; false when it held nothing. */
export async function approvePausedRun(db: Database, task: MaintenanceTaskName): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('housekeeping')
    .set((row) => ({ allowed: row.ref('held') }))
    .where('task', '=', task)
    .where('held', '>', 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
