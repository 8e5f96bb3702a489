import { audit } from '#server/app/audit.ts';
import { type Context, transaction } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { findFolderAccess } from '#server/authorization/access-level.ts';
import { type LoadedRoom, loadRoom } from '#server/authorization/groups/load-room.ts';
import { transactionAsUser } from '#server/authorization/reload-actor.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type {
  createReport as createContract,
  Report,
  updateReport as updateContract,
} from '#shared/contracts/rooms/analytics/reports.ts';
import { isoInstant, isoInstantOrNull } from '#shared/domain/iso-instant.ts';
import { reportPolicy } from '#shared/policies/reports.ts';
import { roomPolicy } from '#shared/policies/rooms.ts';
import { readAnalyticsSettings } from '../analytics/settings.ts';
import { nextReportAt } from './next-report.ts';
import {
  findReport,
  insertReport,
  listOwnReports,
  type ReportRow,
  removeReport,
  setReport,
} from './queries.ts';

const MAX_REPORTS = 50;
const NOT_FOUND = 'The report could not be found.';

/** Lists the actor's own reports in rooms whose analytics they still see. */
export async function listReports(ctx: Context): Promise<Report[]> {
  if (ctx.actor.kind !== 'user') return [];
  const rows = await listOwnReports(ctx.db, ctx.actor.id);
  const accessTo = await findFolderAccess(ctx.db, ctx, [...new Set(rows.map(({ room_id }) => room_id))]);
  return rows
    .filter(
      ({ room_id }) => accessTo(room_id).isActive && roomPolicy.seeAnalytics(ctx.actor, accessTo(room_id)),
    )
    .map(presentReport);
}

/** Has the analytics of a room mailed to the actor every week. */
export function createReport(
  ctx: Context,
  { roomId, ...time }: BodyOf<typeof createContract>,
): Promise<Report> {
  return transactionAsUser(ctx, async (ctx) => {
    const room = await loadRoom(ctx, roomId, 'seeAnalytics');
    assertMail(ctx);
    if ((await listOwnReports(ctx.db, ctx.actor.id)).length >= MAX_REPORTS)
      throw new AppError('conflict', `You can have at most ${MAX_REPORTS} reports.`);
    const row = await insertReport(ctx.db, {
      room_id: roomId,
      user_id: ctx.actor.id,
      ...time,
      created_at: ctx.now(),
      next_at: await nextAt(ctx, roomId, time),
    });
    await auditReport(ctx, 'room.create-report', room, row);
    return presentReport(row);
  });
}

/** Changes the format or the time of the actor's own report. */
export function updateReport(
  ctx: Context,
  id: number,
  change: BodyOf<typeof updateContract>,
): Promise<Report> {
  return transaction(ctx, async (ctx) => {
    const before = await loadOwnReport(ctx, id);
    const room = await loadRoom(ctx, before.room_id, 'seeAnalytics').catch((error: unknown): never => {
      throw error instanceof AppError ? new AppError('not-found', NOT_FOUND) : error;
    });
    assertMail(ctx);
    const { format = before.format, weekday = before.weekday, hour = before.hour } = change;
    const next_at = await nextAt(ctx, before.room_id, { weekday, hour });
    const row = await setReport(ctx.db, id, { format, weekday, hour, next_at });
    await auditReport(ctx, 'room.update-report', room, row);
    return presentReport(row);
  });
}

/** Ends the actor's own report, also of a room that they no longer see. */
export function deleteReport(ctx: Context, id: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const row = await loadOwnReport(ctx, id);
    await removeReport(ctx.db, id);
    await auditReport(ctx, 'room.delete-report', { id: row.room_id, name: '' }, row);
  });
}

async function loadOwnReport(ctx: Context, id: number): Promise<ReportRow> {
  const row = await findReport(ctx.db, id);
  if (!row || !reportPolicy.manage(ctx.actor, { userId: row.user_id }))
    throw new AppError('not-found', NOT_FOUND);
  return row;
}

function assertMail({ mailer }: Context): void {
  if (!mailer) throw new AppError('invalid', 'Email is not set up, so that no report can be mailed.');
}

async function nextAt(
  ctx: Context,
  roomId: number,
  time: { weekday: number; hour: number },
): Promise<number> {
  const { timeZone } = await readAnalyticsSettings(ctx, roomId);
  return nextReportAt({ ...time, timeZone }, ctx.now());
}

const auditReport = (
  ctx: Context,
  action: 'room.create-report' | 'room.update-report' | 'room.delete-report',
  room: LoadedRoom,
  { id, format, weekday, hour }: ReportRow,
): Promise<void> =>
  audit(ctx, {
    action,
    object: { kind: 'folder', id: room.id, name: room.name },
    details: { reportId: id, format, weekday, hour },
  });

const presentReport = (row: ReportRow): Report => ({
  id: row.id,
  roomId: row.room_id,
  format: row.format,
  weekday: row.weekday,
  hour: row.hour,
  nextAt: isoInstant(row.next_at),
  lastSentAt: isoInstantOrNull(row.last_sent_at),
});
