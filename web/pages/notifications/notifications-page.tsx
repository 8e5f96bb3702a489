import { ChangeMailSettings } from '#web/features/follows/change-mail-settings.tsx';
import { usePublicSettings } from '#web/features/settings/api.ts';
import { usePageTitle } from '#web/lib/browser/page-title.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';

/** The mails about changes, for visitors, who have no settings. */
export function NotificationsPage() {
  usePageTitle('Notifications');
  const canMail = usePublicSettings()?.emailConfigured;
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-4">
      <PageHeader title="Notifications" subtitle="Emails you receive" />
      {canMail === false && <Notice tone="warning">Email is not configured on this server.</Notice>}
      <ChangeMailSettings />
    </div>
  );
}
