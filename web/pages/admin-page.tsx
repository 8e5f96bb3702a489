import { useSignedInUser } from '#web/features/accounts/current-user.ts';
import { AuditLog } from '#web/features/audit/audit-log.tsx';
import { AnchorsPanel } from '#web/features/evidence/anchors/anchors-panel.tsx';
import { IntegrationsPanel } from '#web/features/integrations/integrations-panel.tsx';
import { useAllInvitations } from '#web/features/invitations/api.ts';
import { InvitationList } from '#web/features/invitations/invitation-list.tsx';
import { Outbox } from '#web/features/mail/outbox.tsx';
import { MailTextList } from '#web/features/mail/texts/mail-text-list.tsx';
import { JobQueue } from '#web/features/maintenance/job-queue.tsx';
import { MaintenanceTasks } from '#web/features/maintenance/maintenance-tasks.tsx';
import { OcrStatus } from '#web/features/maintenance/ocr-status.tsx';
import { WithheldFiles } from '#web/features/maintenance/withheld-files.tsx';
import { RoomCards } from '#web/features/rooms/overview/room-cards.tsx';
import { BrandForm } from '#web/features/settings/brand/brand-form.tsx';
import { SignInPanel } from '#web/features/sign-in/sign-in-panel.tsx';
import { SubjectsPanel } from '#web/features/subjects/subjects-panel.tsx';
import { UsersPanel } from '#web/features/users/users-panel.tsx';
import { usePageTitle } from '#web/lib/browser/page-title.ts';
import { useQueryTab } from '#web/lib/browser/query-tab.ts';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { NO_BRAND } from '#web/ui/layout/brand-context.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { SettingsSection } from '#web/ui/layout/settings-section.tsx';
import { Tabs } from '#web/ui/layout/tabs.tsx';

/** Lists all invitations, for administrators. */
function AllInvitations() {
  const { data, error, refetch } = useAllInvitations();
  return <InvitationList scope="all" invitations={data} error={error} onRetry={() => void refetch()} />;
}

const ADVANCED_TABS = [
  { value: 'outbox', label: 'Outbox', content: <Outbox /> },
  {
    value: 'maintenance',
    label: 'Maintenance',
    content: (
      <div className="flex flex-col gap-6">
        <MaintenanceTasks />
        <JobQueue />
      </div>
    ),
  },
  { value: 'scans', label: 'Virus Scans', content: <WithheldFiles /> },
  { value: 'ocr', label: 'OCR', content: <OcrStatus /> },
] as const;

const ADVANCED_VALUES = ['outbox', 'maintenance', 'scans', 'ocr'] as const;

/** Tabs about what runs on the server by itself: rarely needed, and for operators. */
function AdvancedTabs() {
  const [tab, setTab] = useQueryTab(ADVANCED_VALUES);
  return <Tabs label="Advanced" value={tab} onChange={setTab} tabs={ADVANCED_TABS} />;
}

const BRANDING = {
  value: 'branding',
  label: 'Branding and Emails',
  content: (
    <div className="flex flex-col gap-4">
      <SettingsSection
        title="Brand"
        description="What everyone sees here in place of Muniment, visitors included. Rooms can have a brand of their own."
      >
        <BrandForm owner={null} fallback={NO_BRAND} />
      </SettingsSection>
      <SettingsSection title="Email texts" description="What emails say. Rooms can have texts of their own.">
        <MailTextList owner={null} />
      </SettingsSection>
    </div>
  ),
} as const;

const TABS = [
  { value: 'users', label: 'Users', content: <UsersPanel /> },
  { value: 'invitations', label: 'Invitations', content: <AllInvitations /> },
  { value: 'rooms', label: 'Rooms', content: <RoomCards /> },
  { value: 'sign-in', label: 'Sign-in', content: <SignInPanel /> },
  { value: 'integrations', label: 'Integrations', content: <IntegrationsPanel /> },
  BRANDING,
  { value: 'audit', label: 'Audit Log', content: <AuditLog /> },
  { value: 'evidence', label: 'Evidence', content: <AnchorsPanel /> },
  { value: 'personal-data', label: 'Personal Data', content: <SubjectsPanel /> },
  {
    value: 'settings',
    label: 'System Settings',
    content: (
      <Card className="flex flex-wrap items-center justify-between gap-4 p-5">
        <p className="text-ink-muted">System settings are on the Settings page.</p>
        <ButtonLink href="/settings?tab=system">Open System Settings</ButtonLink>
      </Card>
    ),
  },
  { value: 'advanced', label: 'Advanced', content: <AdvancedTabs /> },
] as const;

const TAB_VALUES = [
  'users',
  'invitations',
  'rooms',
  'sign-in',
  'integrations',
  'branding',
  'audit',
  'evidence',
  'personal-data',
  'settings',
  'advanced',
] as const;

type AdvancedValue = (typeof ADVANCED_VALUES)[number];
const isAdvanced = (tab: string): tab is AdvancedValue => ADVANCED_VALUES.some((value) => value === tab);

export function AdminPage() {
  usePageTitle('Admin');
  const { isAdmin } = useSignedInUser();
  const [tab, setTab] = useQueryTab([...TAB_VALUES, ...ADVANCED_VALUES]);
  if (!isAdmin) {
    return (
      <ErrorState
        title="Access Denied"
        message="You do not have permission to access the admin page."
        action={<ButtonLink href="/">Back to Home</ButtonLink>}
      />
    );
  }
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-5">
      <PageHeader title="Admin" subtitle="Users, invitations, logs and maintenance" />
      <Tabs label="Administration" value={isAdvanced(tab) ? 'advanced' : tab} onChange={setTab} tabs={TABS} />
    </div>
  );
}
