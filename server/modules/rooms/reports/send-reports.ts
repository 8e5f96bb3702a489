import { type Context, transaction } from '#server/app/context.ts';
import { AppError, isUnavailable } from '#server/app/errors.ts';
import { withLongReads } from '#server/authorization/long-reads.ts';
import { reloadActor } from '#server/authorization/reload-actor.ts';
import type { MailContent } from '#server/modules/mail/compose-mail.ts';
import { enqueueMail } from '#server/modules/mail/enqueue-mail.ts';
import type { AnalyticsRow } from '#shared/contracts/rooms/analytics/analytics.ts';
import { addDays } from '#shared/domain/changes/local-time.ts';
import { countOf, formatDuration } from '#shared/domain/format.ts';
import { formatChange } from '#shared/domain/rooms/figure-change.ts';
import { compareFigures } from '../analytics/comparison/compare-figures.ts';
import { exportAnalytics, REPORT_MEDIA_TYPES } from '../analytics/export-analytics.ts';
import { listFigures, sumFigures } from '../analytics/list-figures.ts';
import {
  type Analytics,
  beforeAnalytics,
  findRoomStart,
  loadAnalytics,
} from '../analytics/load-analytics.ts';
import { readAnalyticsSettings } from '../analytics/settings.ts';
import { nextReportAt } from './next-report.ts';
import { advanceReport, type DueReport, listDueReports, removeReport } from './queries.ts';

const BATCH_SIZE = 20;
/** A report that cannot be written delays no other. */
const RETRY_MS = 60 * 60 * 1000;
/** Mail servers refuse large mails; a longer report is behind the link. */
const MAX_ATTACHED_BYTES = 2 * 1024 * 1024;
const MAX_LISTED_GROUPS = 20;

/**
 * Mails the reports that are due, each with the rights of its reader at this moment. Who no longer manages the room gets none,
 * and the report ends. Without a mail server they wait.
 */
export async function sendReports(ctx: Context, signal: AbortSignal): Promise<void> {
  if (!ctx.mailer) return;
  for (;;) {
    const due = await listDueReports(ctx.db, ctx.now(), BATCH_SIZE);
    if (due.length === 0) return;
    for (const row of due) {
      signal.throwIfAborted();
      await sendReport(ctx, row);
    }
  }
}

async function sendReport(ctx: Context, row: DueReport): Promise<void> {
  const { timeZone } = await readAnalyticsSettings(ctx, row.room_id);
  const next = nextReportAt({ ...row, timeZone }, ctx.now());
  const { mail, isOver = false, hasFailed = false } = await tryWrite(ctx, row);
  await transaction(ctx, async (ctx) => {
    if (isOver) {
      await removeReport(ctx.db, row.id);
      return;
    }
    const nextAt = hasFailed ? ctx.now() + RETRY_MS : next;
    const sentAt = mail ? ctx.now() : null;
    if (!(await advanceReport(ctx.db, row, { nextAt, sentAt }))) return;
    if (mail && row.email !== null) await enqueueMail(ctx, row.email, mail);
  });
}

async function tryWrite(
  ctx: Context,
  row: DueReport,
): Promise<{ mail?: MailContent; isOver?: true; hasFailed?: true }> {
  if (row.email === null) return {};
  const actor = await reloadActor({
    ...ctx,
    actor: { kind: 'user', id: row.user_id, isAdmin: false },
  });
  try {
    return { mail: await writeReport({ ...ctx, actor }, row) };
  } catch (error) {
    if (error instanceof AppError && ['not-found', 'forbidden', 'unauthenticated'].includes(error.code))
      return { isOver: true };
    if (isUnavailable(error)) throw error;
    ctx.log.error({ err: error, report: row.id }, 'a report could not be written');
    return { hasFailed: true };
  }
}

/** Writes the mail about the seven days before today. */
async function writeReport(ctx: Context, { room_id: roomId, format }: DueReport): Promise<MailContent> {
  const { today } = await loadAnalytics(ctx, roomId, {});
  const range = { from: addDays(today, -7), to: addDays(today, -1) };
  const { analytics, groups, total } = await withLongReads(
    ctx,
    (ctx) => loadAnalytics(ctx, roomId, range),
    async (ctx, analytics) => ({
      analytics,
      groups: await compareGroups(ctx, analytics),
      total: await sumFigures(ctx, analytics),
    }),
  );
  const before = beforeAnalytics(analytics);
  const start = before && findRoomStart(analytics, before);
  const { name, bytes } = await exportAnalytics(ctx, roomId, { format, compare: 'previous', ...range });
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) chunks.push(Buffer.from(chunk));
  const content = Buffer.concat(chunks);
  const isAttached = content.length <= MAX_ATTACHED_BYTES;
  return {
    subject: `Weekly report on “${analytics.name}”`,
    roomId,
    paragraphs: [
      `What happened in the data room “${analytics.name}” from ${range.from} to ${range.to}.`,
      ...groups.map(describeGroup),
      ...(groups.some(({ previous }) => previous)
        ? [
            `In parentheses: the change from the week before${start === null ? '' : `; the room began on ${start}`}.`,
          ]
        : []),
      ...(groups.length === 0 ? [describeTotal(total)] : []),
      ...(isAttached ? [] : ['The report is too long for a mail: export it from the page.']),
    ],
    link: { label: 'Open the analytics', url: `${ctx.config.publicUrl}/rooms/${roomId}/analytics` },
    reason:
      'You received this email because you asked for a weekly report. End it on the page of the analytics.',
    ...(isAttached && {
      attachments: [{ name, mediaType: REPORT_MEDIA_TYPES[format], base64: content.toString('base64') }],
    }),
  };
}

/** Describes the week of a room without groups. */
const describeTotal = ({ people, visits, ms }: AnalyticsRow): string =>
  people === 0
    ? 'Nobody opened anything.'
    : `${countOf(people, 'person', 'people')}, ${countOf(visits, 'visit')}, ${formatDuration(ms)} in view.`;

/** Describes the week of a group, with the change from the week before in parentheses. */
function describeGroup({ name, visits, ms, score, previous }: AnalyticsRow): string {
  const change = (now: number, before: number | null | undefined, format?: (figure: number) => string) =>
    before === null || before === undefined ? '' : ` (${formatChange(now, before, format)})`;
  const interest = score === null ? null : Math.round(score);
  const interestBefore = previous?.score === undefined ? null : previous.score;
  return (
    `${name}: ${visits === 1 ? '1 visit' : `${visits} visits`}${change(visits, previous?.visits)}, ` +
    `${formatDuration(ms)} in view${change(ms, previous?.ms, formatDuration)}` +
    `${interest === null ? '' : `, interest ${interest} of 100${change(interest, interestBefore && Math.round(interestBefore))}`}.`
  );
}

async function compareGroups(ctx: Context, analytics: Analytics): Promise<readonly AnalyticsRow[]> {
  const rows = await listFigures(ctx, analytics, 'group', { limit: MAX_LISTED_GROUPS, offset: 0 });
  const listed = rows.filter(({ kind }) => kind === 'group').slice(0, MAX_LISTED_GROUPS);
  return compareFigures(ctx, analytics, listed, { by: 'group' });
}
