import { authorizeInRoom } from '#server/authorization/authorize.ts';
import { record } from '#server/app/audit.ts';
import { type Context, transactionAlone } from '#server/app/context.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import {
  type NotificationPreferences,
  notificationPreferences,
  type updateNotifications,
} from '#shared/contracts/notifications.ts';
import { loadSelf } from './load-current-user.ts';
import { findNotifications, setNotifications } from './queries.ts';

/** What the user chose to be told by e-mail: nothing until they say so. */
export async function loadNotifications(ctx: Context): Promise<NotificationPreferences> {
  const stored = await findNotifications(ctx.db, (await loadSelf(ctx)).id);
  return {
    emailNotifications: stored?.email_notifications === 1,
    fileShared: stored?.file_shared === 1,
    folderAccess: stored?.folder_access === 1,
  };
}

export function changeNotifications(
  ctx: Context,
  changes: BodyOf<typeof updateNotifications>,
): Promise<NotificationPreferences> {
  authorizeInRoom(ctx.actor, 'haveProfile');
  // Alone, so that of two changes at once none undoes the other.
  return transactionAlone(ctx, 'users', async (ctx) => {
    const { id, username } = await loadSelf(ctx);
    const wanted = notificationPreferences.parse({ ...(await loadNotifications(ctx)), ...changes });
    await setNotifications(ctx.db, id, {
      email_notifications: wanted.emailNotifications ? 1 : 0,
      file_shared: wanted.fileShared ? 1 : 0,
      folder_access: wanted.folderAccess ? 1 : 0,
    });
    const object = { kind: 'user', id, name: username };
    await record(ctx, { action: 'user.notifications', object, details: changes });
    return wanted;
  });
}
