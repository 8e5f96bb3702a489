import MailMinus from 'lucide-react/icons/mail-minus';
import { ChangeMailSettings } from '#web/features/follows/change-mail-settings.tsx';
import { usePublicSettings } from '#web/features/settings/api.ts';
import { usePageTitle } from '#web/lib/browser/page-title.ts';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';

/** The mails about changes, for visitors, who have no settings. */
export function NotificationsPage() {
  usePageTitle('Notifications');
  const canMail = usePublicSettings()?.emailConfigured;
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-4">
      <PageHeader title="Notifications" subtitle="Emails you receive" />
      {canMail === false && (
        <Card>
          <EmptyState
            icon={MailMinus}
            title="This data room sends no emails"
            description="The page Changes lists what others added, replaced, moved or renamed."
            action={<ButtonLink href="/changes">View Changes</ButtonLink>}
          />
        </Card>
      )}
      <ChangeMailSettings />
    </div>
  );
}
