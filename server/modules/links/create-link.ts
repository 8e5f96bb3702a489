import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { assertRoomAllows } from '#server/authorization/grants/assert-room-allows.ts';
import { loadGroup } from '#server/authorization/groups/load-room.ts';
import { loadFiles } from '#server/authorization/load-file.ts';
import { loadFolder } from '#server/authorization/load-folder.ts';
import { loadCurrentUser } from '#server/modules/accounts/load-current-user.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { createLink as contract, LinkTarget } from '#shared/contracts/links/links.ts';
import { assertFutureEnd, assertStartsBeforeEnd } from './assert-future-end.ts';
import { DEFAULT_LINK_SETTINGS, formatSettings } from './link-settings.ts';
import { insertLink } from './queries.ts';
import { applySettings, prepareSettings } from './save-settings.ts';
import { createSlug } from './slug.ts';

/** An archive of a room that a link hands over in place of folders and files. */
interface SharedArchive {
  readonly archiveId: number;
  /** Authorizes the actor, and returns the room. */
  loadRoomId(ctx: Context): Promise<number>;
}

/** Creates a link to folders and files that the actor owns or administers, or to an archive of a room; returns its id. */
export async function createLink(
  ctx: Context,
  { name, targets, groupId, startsAt, expiresAt, maxVisits, maxVisitors, settings }: BodyOf<typeof contract>,
  shared?: SharedArchive,
): Promise<number> {
  const owner = await loadCurrentUser(ctx);
  // This comes before the password is hashed, so that a refused request costs no hash.
  await loadPlaces(ctx, targets, shared);
  if (groupId !== null) await loadGroup(ctx, groupId, 'manage');
  const expiry = assertFutureEnd(ctx, expiresAt);
  assertStartsBeforeEnd(startsAt, expiresAt);
  const change = await prepareSettings(settings);
  return withLock(ctx, 'folder-tree', async (ctx) => {
    const places = await loadPlaces(ctx, targets, shared);
    if (groupId !== null) await loadGroup(ctx, groupId, 'manage');
    const saved = await applySettings(ctx, DEFAULT_LINK_SETTINGS, change, groupId !== null);
    if (!saved.requireCode) await assertRoomAllows(ctx, 'visitors', places, '');
    const link = {
      ...createSlug(ctx),
      owner_id: owner.id,
      name,
      settings: formatSettings(saved),
      created_at: ctx.now(),
      starts_at: startsAt === null ? null : Date.parse(startsAt),
      expires_at: expiry,
      max_visits: maxVisits,
      max_visitors: maxVisitors,
      terms_id: change.termsId ?? null,
      watermark_id: change.watermarkId ?? null,
      group_id: groupId,
      archive_id: shared?.archiveId ?? null,
    };
    const distinct = new Map(targets.map((target) => [`${target.kind} ${target.id}`, target]));
    const id = await insertLink(ctx.db, link, [...distinct.values()]);
    await audit(ctx, {
      action: 'link.create',
      object: { kind: 'link', id, name },
      details: { targets, groupId, ...(shared && { archiveId: shared.archiveId }) },
    });
    return id;
  });
}

async function loadPlaces(
  ctx: Context,
  targets: readonly LinkTarget[],
  shared: SharedArchive | undefined,
): Promise<readonly number[]> {
  if (!shared) return loadTargets(ctx, targets);
  const places = [await shared.loadRoomId(ctx)];
  await assertRoomAllows(ctx, 'visitors', places);
  return places;
}

/** Returns the folders that are shared, wholly or in part. */
async function loadTargets(ctx: Context, targets: readonly LinkTarget[]): Promise<readonly number[]> {
  const idsOf = (kind: LinkTarget['kind']) => [
    ...new Set(targets.filter((target) => target.kind === kind).map(({ id }) => id)),
  ];
  // One query per folder; the contract limits their number.
  for (const id of idsOf('folder')) await loadFolder(ctx, id, 'manageAccess');
  const fileIds = idsOf('file');
  const files = fileIds.length > 0 ? await loadFiles(ctx, fileIds, 'share') : [];
  const places = [...idsOf('folder'), ...files.flatMap(({ folder_id }) => folder_id ?? [])];
  await assertRoomAllows(ctx, 'visitors', places);
  return places;
}
