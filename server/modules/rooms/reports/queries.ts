import type { Insertable, Selectable } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { ReportSubscriptionsTable } from '#server/database/tables/activity/analytics.ts';

export type ReportRow = Selectable<ReportSubscriptionsTable>;

/** Lists the reports of a user, of which there are few. */
export const listOwnReports = (db: Database, userId: number): Promise<ReportRow[]> =>
  db.selectFrom('report_subscriptions').selectAll().where('user_id', '=', userId).orderBy('id').execute();

export const findReport = (db: Database, id: number): Promise<ReportRow | undefined> =>
  db.selectFrom('report_subscriptions').selectAll().where('id', '=', id).executeTakeFirst();

export const insertReport = (
  db: Database,
  report: Insertable<ReportSubscriptionsTable>,
): Promise<ReportRow> =>
  db.insertInto('report_subscriptions').values(report).returningAll().executeTakeFirstOrThrow();

export const setReport = (
  db: Database,
  id: number,
  changes: Pick<ReportRow, 'format' | 'weekday' | 'hour' | 'next_at'>,
): Promise<ReportRow> =>
  db
    .updateTable('report_subscriptions')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export async function removeReport(db: Database, id: number): Promise<void> {
  await db.deleteFrom('report_subscriptions').where('id', '=', id).execute();
}

/** A report that is due, with the address to which it goes; `null` for an account without a confirmed one. */
export type DueReport = ReportRow & { readonly email: string | null };

export function listDueReports(db: Database, now: number, limit: number): Promise<DueReport[]> {
  return db
    .selectFrom('report_subscriptions')
    .leftJoin('users', (join) =>
      join
        .onRef('users.id', '=', 'report_subscriptions.user_id')
        .on('users.deleted_at', 'is', null)
        .on('users.email_verified_at', 'is not', null),
    )
    .selectAll('report_subscriptions')
    .select('users.email')
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .orderBy('report_subscriptions.id')
    .limit(limit)
    .execute();
}

/** Moves a due report to its next time; false if another process did so before. */
export async function advanceReport(
  db: Database,
  { id, next_at }: ReportRow,
  next: { readonly nextAt: number; readonly sentAt: number | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('report_subscriptions')
    .set({ next_at: next.nextAt, ...(next.sentAt !== null && { last_sent_at: next.sentAt }) })
    .where('id', '=', id)
    .where('next_at', '=', next_at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
