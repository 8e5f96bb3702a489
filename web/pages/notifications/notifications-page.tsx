import { ChangeMailSettings } from '#web/features/follows/change-mail-settings.tsx';
import { usePageTitle } from '#web/lib/browser/page-title.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';

/** The mails about changes, for visitors, who have no settings. */
export function NotificationsPage() {
  usePageTitle('Notifications');
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-4">
      <PageHeader title="Notifications" subtitle="Emails you receive" />
      <ChangeMailSettings />
    </div>
  );
}
