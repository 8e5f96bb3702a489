import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { findFolderAccess } from '#server/authorization/access-level.ts';
import { loadRoom } from '#server/authorization/groups/load-room.ts';
import { parseRoomSettings } from '#server/authorization/publication/room-of.ts';
import { renameFolder } from '#server/modules/folders/rename-folder.ts';
import { assertLanguagesInstalled } from '#server/modules/search/ocr/installed-languages.ts';
import { assertMayUseWatermark } from '#server/modules/watermarks/save-watermark.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { RoomWithSettings, updateRoom as updateContract } from '#shared/contracts/rooms/rooms.ts';
import { isoInstant, isoInstantOrNull } from '#shared/domain/iso-instant.ts';
import { NUMBERS_FROZEN } from '#shared/domain/messages.ts';
import { roomPolicy } from '#shared/policies/rooms.ts';
import {
  changeAnalyticsSettings,
  presentAnalyticsSettings,
  readAnalyticsSettings,
} from './analytics/settings.ts';
import { countManagers } from './emergency/queries.ts';
import { assertNoneUnapproved } from './publications/approval-rule.ts';
import { setRoomSettings } from './settings-queries.ts';
import { findRoomRow, setCodeName } from './state/queries.ts';
import { listRoomDomains, separateRules, setRoomDomains, setRoomRules } from './state/rule-queries.ts';

/** Returns a room with its settings to its staff. */
export async function readRoom(ctx: Context, id: number): Promise<RoomWithSettings> {
  const { name } = await loadRoom(ctx, id, 'view');
  const access = (await findFolderAccess(ctx.db, ctx, [id]))(id);
  const room = await findRoomRow(ctx.db, id);
  const { code_name, state, version, frozen_at } = room;
  const analytics = await readAnalyticsSettings(ctx, id);
  return {
    id,
    name,
    codeName: code_name,
    state,
    version,
    createdAt: isoInstant(analytics.createdAt),
    frozenAt: isoInstantOrNull(frozen_at),
    deleteBytesAt: isoInstantOrNull(room.delete_bytes_at),
    bytesRemovedAt: isoInstantOrNull(room.bytes_removed_at),
    staffRole: roomPolicy.manage(ctx.actor, access) ? 'manager' : 'editor',
    settings: {
      ...parseRoomSettings(room.settings),
      allowVisitors: room.allows_visitors === 1,
      allowCollaborators: room.allows_collaborators === 1,
      allowedDomains: await listRoomDomains(ctx.db, id),
      allowDownloads: room.allows_downloads === 1,
      watermarkPages: room.watermarks_pages === 1,
      watermarkId: room.watermark_id,
      administratorsCanRead: room.administrators_can_read === 1,
      analytics: presentAnalyticsSettings(analytics),
    },
    watermark: room.watermark_id === null ? null : { id: room.watermark_id, name: room.watermark_name ?? '' },
  };
}

/** Refuses the rule that a second manager approves where nobody could, and where publications wait that nobody approved. */
async function assertMayNeedApproval(ctx: Context, id: number): Promise<void> {
  if ((await countManagers(ctx.db, id)) < 2)
    throw new AppError('conflict', 'Appoint a second manager first, who approves publications.');
  await assertNoneUnapproved(ctx, id);
}

/** Changes the name, code name and settings of a room; settings of later versions are kept. */
export async function updateRoom(
  ctx: Context,
  id: number,
  { name, codeName, settings }: BodyOf<typeof updateContract>,
): Promise<RoomWithSettings> {
  const { ocrLanguages } = settings ?? {};
  if (ocrLanguages && ocrLanguages.length > 0) {
    await loadRoom(ctx, id, 'manage');
    await assertLanguagesInstalled(ctx, ocrLanguages);
  }
  return withLock(ctx, 'folder-tree', async (ctx) => {
    const room = await loadRoom(ctx, id, 'manage');
    const row = await findRoomRow(ctx.db, id);
    if (row.frozen_at !== null && settings?.numbering === 'dense')
      throw new AppError('conflict', NUMBERS_FROZEN);
    if (settings?.publicationApproval === true) await assertMayNeedApproval(ctx, id);
    if (name !== undefined && name !== room.name) await renameFolder(ctx, id, name);
    if (codeName !== undefined) await setCodeName(ctx.db, id, codeName === '' ? null : codeName);
    if (settings !== undefined) {
      const { allowedDomains, analytics, ...change } = settings;
      const { rules, others } = separateRules(change);
      const { watermarkId = null } = rules;
      if (watermarkId !== null && watermarkId !== row.watermark_id)
        await assertMayUseWatermark(ctx, watermarkId);
      const current: object = JSON.parse(row.settings);
      await setRoomSettings(ctx.db, id, JSON.stringify({ ...current, ...others }));
      await setRoomRules(ctx.db, id, rules);
      if (analytics) await changeAnalyticsSettings(ctx, id, analytics);
      if (allowedDomains) await setRoomDomains(ctx.db, id, [...new Set(allowedDomains)]);
    }
    await audit(ctx, {
      action: 'room.update',
      object: { kind: 'folder', id, name: name ?? room.name },
      details: { ...(codeName !== undefined && { codeName }), ...(settings && { settings }) },
    });
    return readRoom(ctx, id);
  });
}
