import { useNotificationPreferences } from '#web/features/accounts/profile/profile-api.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';

/** Says that the main switch of a user stops the mails about changes too. */
export function MailsOffNotice() {
  const { data } = useNotificationPreferences();
  if (data?.emailNotifications !== false) return null;
  return <Notice tone="warning">Email notifications are off. Turn them on above to get these emails.</Notice>;
}
