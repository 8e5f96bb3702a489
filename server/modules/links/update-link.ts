import { audit } from '#server/app/audit.ts';
import { type Context, transaction } from '#server/app/context.ts';
import { type LinkRow, loadLink } from '#server/authorization/links/load-link.ts';
import type { VisitorDownloads } from '#server/authorization/readers/visitor-downloads.ts';
import { NO_END } from '#server/modules/visitors/presenter.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { updateLink as contract } from '#shared/contracts/links/links.ts';
import { isoInstantOrNull } from '#shared/domain/iso-instant.ts';
import { setVisitorInvitations } from './admission-queries.ts';
import { assertFutureEnd, assertStartsBeforeEnd } from './assert-future-end.ts';
import { asksForMore, formatSettings, type LinkSettings, parseSettings } from './link-settings.ts';
import { endVisits, lockLink, setLink } from './queries.ts';
import { applySettings, prepareSettings } from './save-settings.ts';

const DOWNLOADS = { view: 0, original: 1, download: 2 } as const satisfies Record<
  LinkSettings['level'],
  VisitorDownloads
>;

/** Returns what the level adds for visitors of folders and files; in a group, its permissions decide alone. */
export const allowDownload = (
  { group_id }: Pick<LinkRow, 'group_id'>,
  { level }: LinkSettings,
): VisitorDownloads => (group_id === null ? DOWNLOADS[level] : 0);

/** Returns the new value of a column, or the present one. */
const toColumn = (instant: string | null | undefined, present: number | null): number | null =>
  instant === undefined ? present : instant === null ? null : Date.parse(instant);

/**
 * Changes a link. What it has given follows at once: a new end and level apply to the visitors in it, and a change that asks
 * for more, or disables it, ends their sessions.
 */
export async function updateLink(
  ctx: Context,
  id: number,
  { name, startsAt, expiresAt, maxVisits, maxVisitors, disabled, settings = {} }: BodyOf<typeof contract>,
): Promise<void> {
  await loadLink(ctx, id, 'update');
  const newEnd = expiresAt === undefined ? undefined : assertFutureEnd(ctx, expiresAt);
  const change = await prepareSettings(settings);
  await transaction(ctx, async (ctx) => {
    // Waits for admissions in progress, which lock the row too; those that follow see the change.
    await lockLink(ctx.db, id);
    const link = await loadLink(ctx, id, 'update');
    const before = parseSettings(link.settings);
    const after = await applySettings(ctx, before, change, link.group_id !== null);
    const [now, end] = [ctx.now(), newEnd === undefined ? link.expires_at : newEnd];
    const start = toColumn(startsAt, link.starts_at);
    assertStartsBeforeEnd(isoInstantOrNull(start), isoInstantOrNull(end));
    // A visit before the start is none.
    const isStricter = asksForMore(before, after) || (start !== null && start > now);
    const isDisabled = disabled ?? link.disabled_at !== null;
    await setLink(ctx.db, id, {
      name: name ?? link.name,
      settings: formatSettings(after),
      starts_at: start,
      expires_at: end,
      max_visits: maxVisits === undefined ? link.max_visits : maxVisits,
      max_visitors: maxVisitors === undefined ? link.max_visitors : maxVisitors,
      terms_id: change.termsId === undefined ? link.terms_id : change.termsId,
      watermark_id: change.watermarkId === undefined ? link.watermark_id : change.watermarkId,
      disabled_at: isDisabled ? (link.disabled_at ?? now) : null,
      requirements_version: link.requirements_version + (isStricter ? 1 : 0),
    });
    await setVisitorInvitations(ctx.db, id, {
      expires_at: end ?? NO_END,
      allow_download: allowDownload(link, after),
    });
    if (isStricter || isDisabled) await endVisits(ctx.db, id, now);
    await audit(ctx, {
      action: 'link.update',
      object: { kind: 'link', id, name: name ?? link.name },
      details: {
        disabled: isDisabled,
        startsAt: isoInstantOrNull(start),
        expiresAt: isoInstantOrNull(end),
        settings: Object.keys(change),
        endedVisits: isStricter || isDisabled,
      },
    });
  });
}
