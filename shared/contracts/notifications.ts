import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';

/** Notification settings. `emailNotifications` is the main switch: while it is off, the other two send nothing. */
export const notificationPreferences = z.strictObject({
  emailNotifications: z.boolean(),
  fileShared: z.boolean(),
  folderAccess: z.boolean(),
});
export type NotificationPreferences = z.infer<typeof notificationPreferences>;

export const getNotifications = {
  method: 'GET',
  path: '/api/user/notifications',
  summary: "The signed-in user's email notification preferences",
  caller: 'user',
  result: notificationPreferences,
} as const satisfies Endpoint;

export const updateNotifications = {
  method: 'PATCH',
  path: '/api/user/notifications',
  summary: 'Change any of the notification preferences',
  caller: 'user',
  body: notificationPreferences.partial(),
  result: notificationPreferences,
} as const satisfies Endpoint;
