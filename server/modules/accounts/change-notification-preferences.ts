import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import {
  type NotificationPreferences,
  notificationPreferences,
  type updateNotifications,
} from '#shared/contracts/notifications.ts';
import { loadCurrentUser } from './load-current-user.ts';
import { findNotificationPreferences, setNotificationPreferences } from './queries.ts';

/** Returns which notifications the user chose to get by e-mail: none by default. */
export async function loadNotificationPreferences(ctx: Context): Promise<NotificationPreferences> {
  const stored = await findNotificationPreferences(ctx.db, (await loadCurrentUser(ctx)).id);
  return {
    emailNotifications: stored?.email_notifications === 1,
    fileShared: stored?.file_shared === 1,
    folderAccess: stored?.folder_access === 1,
  };
}

export function changeNotificationPreferences(
  ctx: Context,
  changes: BodyOf<typeof updateNotifications>,
): Promise<NotificationPreferences> {
  authorizeSystemAction(ctx.actor, 'manageOwnProfile');
  // Holds the lock, so that simultaneous changes do not undo each other.
  return withLock(ctx, 'users', async (ctx) => {
    const { id, username } = await loadCurrentUser(ctx);
    const wanted = notificationPreferences.parse({ ...(await loadNotificationPreferences(ctx)), ...changes });
    await setNotificationPreferences(ctx.db, id, {
      email_notifications: wanted.emailNotifications ? 1 : 0,
      file_shared: wanted.fileShared ? 1 : 0,
      folder_access: wanted.folderAccess ? 1 : 0,
    });
    const object = { kind: 'user', id, name: username };
    await audit(ctx, { action: 'user.notifications', object, details: changes });
    return wanted;
  });
}
