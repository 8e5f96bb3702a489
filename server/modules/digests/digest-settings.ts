import { audit } from '#server/app/audit.ts';
import { type Context, transaction } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadFolder, loadVisibleFolders } from '#server/authorization/load-folder.ts';
import type { Reader } from '#server/authorization/readers/reader-of.ts';
import { rootIdOf } from '#server/modules/changes/collect-changes.ts';
import type { updateDigest as contract, Digest } from '#shared/contracts/changes/digests.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';
import { MAX_FOLLOWS } from '#shared/domain/changes/digests.ts';
import { addFollow, findReader, requireReader } from './add-follow.ts';
import { listAlertSettings } from './alert-queries.ts';
import { listManagedRoots, presentAlerts, updateAlerts } from './alerts.ts';
import { addSetting, NO_DIGEST, startMails } from './ensure-digest.ts';
import { findFollow, listFollowRows } from './follow-queries.ts';
import { findRecipients } from './recipient-queries.ts';
import {
  findSetting,
  isAnyInRoot,
  listSettings,
  listTopFolders,
  type SettingRow,
  setSetting,
} from './settings-queries.ts';

type DigestChange = BodyOf<typeof contract>;

function presentDigest(
  folder: { id: number; name: string },
  setting: SettingRow | undefined,
  alerts: Digest['alerts'],
): Digest {
  const { id: folderId, name } = folder;
  const given = alerts && { alerts };
  if (!setting) return { folderId, name, ...NO_DIGEST, ...given };
  const { frequency, hour, time_zone: timeZone } = setting;
  return { folderId, name, frequency, hour, timeZone, ...given };
}

/** Lists the digests of the folders that the actor sees as root folders; returns one more than `limit`. */
export async function listDigests(ctx: Context, page: PageRequest): Promise<Digest[]> {
  const reader = await findReader(ctx);
  if (!reader) return [];
  const folders = await listTopFolders(ctx.db, ctx, page);
  const rootIds = [...new Set(folders.map(({ root_id }) => root_id))];
  const settings = await listSettings(ctx.db, reader, rootIds);
  const byRoot = new Map(settings.map((setting) => [setting.root_folder_id, setting]));
  const managed = await listManagedRoots(ctx, rootIds);
  const alerts = await listAlertSettings(
    ctx.db,
    settings.map(({ id }) => id),
  );
  return folders.map((folder) => {
    const setting = byRoot.get(folder.root_id);
    const row = alerts.find(({ setting_id }) => setting_id === setting?.id);
    return presentDigest(folder, setting, managed.has(folder.root_id) ? presentAlerts(row) : undefined);
  });
}

/** Chooses when the mails about the room of a folder are sent. */
export async function updateDigest(ctx: Context, folderId: number, change: DigestChange): Promise<Digest> {
  return transaction(ctx, async (ctx) => {
    const reader = await requireReader(ctx);
    const folder = await loadFolder(ctx, folderId, 'view');
    const rootId = await rootIdOf(ctx, folderId);
    const known = await findSetting(ctx.db, reader, rootId);
    if (Object.keys(change).length === 0)
      return presentDigest(folder, known, await readAlerts(ctx, rootId, known));
    if (!ctx.mailer) throw new AppError('invalid', 'Outgoing mail is not set up.');
    if ((await findRecipients(ctx.db, [reader])).length === 0)
      throw new AppError('invalid', 'Mails about changes need a confirmed email address.');
    const before = known ?? (await addSetting(ctx, reader, rootId));
    const after = {
      ...before,
      ...(change.frequency && { frequency: change.frequency }),
      ...(change.hour !== undefined && { hour: change.hour }),
      ...(change.timeZone !== undefined && { time_zone: change.timeZone }),
    };
    const { frequency, hour, time_zone } = after;
    if (change.alerts && frequency === 'never')
      throw new AppError('invalid', 'Choose how often mails come first: alerts are sent with them.');
    if (change.alerts) await updateAlerts(ctx, { settingId: before.id, rootId }, change.alerts);
    await setSetting(ctx.db, before.id, { frequency, hour, time_zone });
    await startMails(ctx, reader, { before, after });
    if (change.frequency !== undefined && frequency !== 'never')
      await followSomething(ctx, reader, { rootId, folder });
    await audit(ctx, {
      action: 'digest.update',
      object: { kind: 'folder', id: folderId, name: folder.name },
      details: { frequency, hour, timeZone: time_zone, ...(change.alerts && { alerts: change.alerts }) },
    });
    return presentDigest(folder, after, await readAlerts(ctx, rootId, after));
  });
}

async function readAlerts(
  ctx: Context,
  rootId: number,
  setting: SettingRow | undefined,
): Promise<Digest['alerts']> {
  if (!(await listManagedRoots(ctx, [rootId])).has(rootId)) return undefined;
  const [row] = await listAlertSettings(ctx.db, setting ? [setting.id] : []);
  return presentAlerts(row);
}

/** Follows the folder unless the reader follows something visible in its room: a digest is about what is followed. */
async function followSomething(
  ctx: Context,
  reader: Reader,
  { rootId, folder }: { rootId: number; folder: { id: number; name: string } },
): Promise<void> {
  const rows = await listFollowRows(ctx.db, reader, { limit: MAX_FOLLOWS });
  const idsOf = (kind: 'folder' | 'file') =>
    rows.filter((row) => row.kind === kind).map(({ target_id }) => target_id);
  const folders = await loadVisibleFolders(ctx, idsOf('folder'));
  const followed = { folderIds: folders.map(({ id }) => id), fileIds: idsOf('file') };
  if (await isAnyInRoot(ctx.db, rootId, followed)) return;
  const target = { kind: 'folder' as const, id: folder.id };
  if (!(await findFollow(ctx.db, reader, target)))
    await addFollow(ctx, reader, { ...target, name: folder.name });
}
