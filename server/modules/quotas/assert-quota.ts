import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadSettings } from '#server/modules/settings/load-settings.ts';
import type { Quota, SystemSettings, Usage } from '#shared/contracts/settings.ts';
import { formatSize } from '#shared/domain/format.ts';
import { countUsage } from './queries.ts';

const MB = 1024 * 1024;

/** In the settings 0 means unlimited. */
const limit = (value: number): number | null => (value === 0 ? null : value);

export const userQuota = (settings: SystemSettings): Quota => ({
  bytes: limit(settings.userQuotaMB * MB),
  files: limit(settings.userQuotaFiles),
  folders: limit(settings.userQuotaFolders),
});

const totalQuota = (settings: SystemSettings): Quota => ({
  bytes: limit(settings.totalQuotaMB * MB),
  files: limit(settings.totalQuotaFiles),
  folders: limit(settings.totalQuotaFolders),
});

/**
 * Refuses when a user, or all users together, would own more than the settings allow. Under the lock of the folder tree nobody
 * else adds anything meanwhile. Counting grows with what the user owns; the total is counted only when it is limited.
 */
export async function assertQuota(ctx: Context, ownerId: number, adding: Partial<Usage>): Promise<void> {
  const settings = await loadSettings(ctx);
  await assertWithin(ctx, userQuota(settings), adding, { ownerId, subject: 'Your' });
  await assertWithin(ctx, totalQuota(settings), adding, {
    ownerId: undefined,
    subject: "This installation's",
  });
}

async function assertWithin(
  ctx: Context,
  quota: Quota,
  adding: Partial<Usage>,
  { ownerId, subject }: { ownerId: number | undefined; subject: string },
): Promise<void> {
  if (quota.bytes === null && quota.files === null && quota.folders === null) return;
  const used = await countUsage(ctx.db, ownerId);
  const isOver = (name: keyof Usage): boolean =>
    quota[name] !== null && (adding[name] ?? 0) > 0 && used[name] + (adding[name] ?? 0) > quota[name];
  const remedy = 'Delete something and empty the trash, or ask an administrator for more.';
  if (isOver('bytes'))
    throw new AppError(
      'conflict',
      `${subject} storage quota of ${formatSize(quota.bytes ?? 0)} is used up. ${remedy}`,
    );
  for (const name of ['files', 'folders'] as const)
    if (isOver(name))
      throw new AppError('conflict', `${subject} quota of ${quota[name]} ${name} is used up. ${remedy}`);
}
