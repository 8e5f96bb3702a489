import MailMinus from 'lucide-react/icons/mail-minus';
import { useVisitorSession } from '#web/features/accounts/visitor-session.ts';
import { ChangeMailSettings } from '#web/features/follows/change-mail-settings.tsx';
import { usePublicSettings } from '#web/features/settings/api.ts';
import { usePageTitle } from '#web/lib/browser/page-title.ts';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';

const CHANGES_PAGE = 'The page Changes lists what others added, replaced, moved or renamed.';

/** The mails about changes, for visitors, who have no settings. */
export function NotificationsPage() {
  usePageTitle('Notifications');
  const canMail = usePublicSettings()?.emailConfigured;
  const isUnconfirmed = useVisitorSession()?.isUnconfirmed;
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-4">
      <PageHeader title="Notifications" subtitle="Emails you receive" />
      {canMail === false && (
        <Card>
          <EmptyState
            icon={MailMinus}
            title="This data room sends no emails"
            description={CHANGES_PAGE}
            action={<ButtonLink href="/changes">View Changes</ButtonLink>}
          />
        </Card>
      )}
      {isUnconfirmed ? canMail && <UnconfirmedAddress /> : <ChangeMailSettings />}
    </div>
  );
}

function UnconfirmedAddress() {
  return (
    <Card>
      <EmptyState
        icon={MailMinus}
        title="Your link did not confirm your address"
        description={`Emails about changes go to confirmed addresses only. ${CHANGES_PAGE}`}
        action={<ButtonLink href="/changes">View Changes</ButtonLink>}
      />
    </Card>
  );
}
