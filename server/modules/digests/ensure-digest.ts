import type { Context } from '#server/app/context.ts';
import type { Reader } from '#server/authorization/readers/reader-of.ts';
import { lastChangePosition } from '#server/modules/changes/collect-changes.ts';
import { DEFAULT_DIGEST, DIGEST_DELAY_MS } from '#shared/domain/changes/digests.ts';
import { nextDueAt } from './next-due.ts';
import { turnMailsOn } from './recipient-queries.ts';
import { findSetting, insertSetting, type SettingRow, setDue, setSetting } from './settings-queries.ts';
import { createUnsubscribeToken } from './unsubscribe-token.ts';

/** Without a setting nothing is sent. */
export const NO_DIGEST = { ...DEFAULT_DIGEST, frequency: 'never' } as const;

/** Adds a setting that sends nothing yet. */
export const addSetting = (ctx: Context, reader: Reader, rootId: number): Promise<SettingRow> =>
  insertSetting(ctx.db, {
    reader_kind: reader.kind,
    reader_id: reader.id,
    root_folder_id: rootId,
    frequency: NO_DIGEST.frequency,
    hour: NO_DIGEST.hour,
    time_zone: NO_DIGEST.timeZone,
    ...createUnsubscribeToken(ctx),
  });

/** Schedules the next mail of a setting. What happened while no mails were wanted is not reported afterwards. */
async function scheduleNext(ctx: Context, before: SettingRow, after: SettingRow): Promise<void> {
  const now = ctx.now();
  const { frequency, hour, time_zone: timeZone } = after;
  const dueAt =
    frequency === 'immediately' ? now + DIGEST_DELAY_MS : nextDueAt({ frequency, hour, timeZone }, now);
  const isNew = before.frequency === 'never';
  const from = isNew ? { position: await lastChangePosition(ctx), at: now } : undefined;
  await setDue(ctx.db, after.id, { dueAt, ...(from && { from }) });
}

/** Schedules the next mail of a setting whose reader wants mails: one who never used the main switch turns it on by that. */
export async function startMails(
  ctx: Context,
  reader: Reader,
  { before, after }: { before: SettingRow; after: SettingRow },
): Promise<void> {
  if (after.frequency !== 'never' && reader.kind === 'user') await turnMailsOn(ctx.db, reader.id);
  await scheduleNext(ctx, before, after);
}

/** Chooses the usual digest for a reader who begins to follow something in a room and has not chosen. */
export async function ensureDigest(ctx: Context, reader: Reader, rootId: number): Promise<void> {
  if (await findSetting(ctx.db, reader, rootId)) return;
  const setting = await addSetting(ctx, reader, rootId);
  const after = { ...setting, frequency: DEFAULT_DIGEST.frequency };
  await setSetting(ctx.db, setting.id, { frequency: after.frequency });
  await startMails(ctx, reader, { before: setting, after });
}
