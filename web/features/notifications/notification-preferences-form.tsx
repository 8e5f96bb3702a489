import type { NotificationPreferences } from '#shared/contracts/notifications.ts';
import {
  useNotificationPreferences,
  useUpdateNotificationPreferences,
} from '#web/features/accounts/profile/profile-api.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { usePublicSettings } from '#web/features/settings/api.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';

const SWITCHES: readonly { name: keyof NotificationPreferences; label: string; hint: string }[] = [
  {
    name: 'emailNotifications',
    label: 'Email notifications',
    hint: 'Turns all email notifications on or off.',
  },
  { name: 'fileShared', label: 'New files', hint: 'When someone adds files to a folder shared with you.' },
  { name: 'folderAccess', label: 'Folder access', hint: 'When someone gives you access to a folder.' },
];

export function NotificationPreferencesForm() {
  const { data, error, refetch } = useNotificationPreferences();
  const update = useUpdateNotificationPreferences();
  const isEmailConfigured = usePublicSettings()?.emailConfigured;
  if (error && !data) {
    return <LoadError error={error} onRetry={refetch} />;
  }
  return (
    <div className="flex flex-col gap-4">
      {isEmailConfigured === false && (
        <Notice tone="warning">Email is not configured on this server. Your choices are saved.</Notice>
      )}
      {SWITCHES.map(({ name, label, hint }) =>
        data ? (
          <Switch
            key={name}
            label={label}
            hint={hint}
            checked={data[name]}
            disabled={name !== 'emailNotifications' && !data.emailNotifications}
            onChange={({ target }) => update.mutate({ [name]: target.checked })}
          />
        ) : (
          <Skeleton key={name} className="h-10" />
        ),
      )}
    </div>
  );
}
