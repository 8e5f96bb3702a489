import { useSignedInUser } from '#web/features/accounts/current-user.ts';
import { PlayfulLoadingForm } from '#web/features/accounts/playful-loading-form.tsx';
import { PreferencesForm } from '#web/features/accounts/preferences-form.tsx';
import { AvatarField } from '#web/features/accounts/profile/avatar-field.tsx';
import { ProfileForm } from '#web/features/accounts/profile/profile-form.tsx';
import { TokenList } from '#web/features/api-tokens/token-list.tsx';
import { ChangeMailSettings } from '#web/features/follows/change-mail-settings.tsx';
import { OwnInvitations } from '#web/features/invitations/own-invitations.tsx';
import { NotificationPreferencesForm } from '#web/features/notifications/notification-preferences-form.tsx';
import { BrandForm } from '#web/features/settings/brand/brand-form.tsx';
import { SystemSettingsForm } from '#web/features/settings/system-settings-form.tsx';
import { FactorSection } from '#web/features/sign-in/factor-section.tsx';
import { PasskeySection } from '#web/features/sign-in/passkey-section.tsx';
import { PasswordSection } from '#web/features/sign-in/password-section.tsx';
import { RecoverySection } from '#web/features/sign-in/recovery-section.tsx';
import { SessionList } from '#web/features/sign-in/session-list.tsx';
import { TermsList } from '#web/features/terms/terms-list.tsx';
import { WatermarkList } from '#web/features/watermarks/watermark-list.tsx';
import { WebhookList } from '#web/features/webhooks/webhook-list.tsx';
import { usePageTitle } from '#web/lib/browser/page-title.ts';
import { useQueryTab } from '#web/lib/browser/query-tab.ts';
import { NO_BRAND } from '#web/ui/layout/brand-context.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { SettingsSection } from '#web/ui/layout/settings-section.tsx';
import { Tabs } from '#web/ui/layout/tabs.tsx';

const PROFILE = {
  value: 'profile',
  label: 'Profile',
  content: (
    <div className="flex flex-col gap-4">
      <SettingsSection
        title="Profile"
        description="Your name, picture and email address. Others see the name in place of the username."
      >
        <div className="flex flex-col gap-5">
          <AvatarField />
          <ProfileForm />
        </div>
      </SettingsSection>
      <SettingsSection
        title="Workspace"
        description="Display preferences. Changes apply immediately on all your devices."
      >
        <PreferencesForm />
      </SettingsSection>
      <SettingsSection title="Loading" description="The loading animation, in this browser only.">
        <PlayfulLoadingForm />
      </SettingsSection>
    </div>
  ),
} as const;

const SECURITY = {
  value: 'security',
  label: 'Security',
  content: (
    <div className="flex flex-col gap-4">
      <SettingsSection title="Password" description="Changing it signs you out on every other device.">
        <PasswordSection />
      </SettingsSection>
      <SettingsSection
        title="Two-step sign-in"
        description="A code from an app on your phone in addition to your password. Setting it up signs you out on every other device."
      >
        <FactorSection />
      </SettingsSection>
      <SettingsSection
        title="Passkeys"
        description="Sign in with your fingerprint, face or PIN in place of the password, which alone no longer signs in then."
      >
        <PasskeySection />
      </SettingsSection>
      <SettingsSection title="Recovery codes" description="Each signs you in once, if you lose your device.">
        <RecoverySection />
      </SettingsSection>
      <SettingsSection
        title="Sessions"
        description="Where you are signed in. If you do not recognize a device, end its session and change your password."
      >
        <SessionList />
      </SettingsSection>
      <SettingsSection
        title="API tokens"
        description="Programs and agents act for you with a token. Give each one of its own."
      >
        <TokenList />
      </SettingsSection>
      <SettingsSection
        title="Webhooks"
        description="Send signed events, such as uploads and downloads, to an address of yours as they happen."
      >
        <WebhookList />
      </SettingsSection>
    </div>
  ),
} as const;

const NOTIFICATIONS = {
  value: 'notifications',
  label: 'Notifications',
  content: (
    <div className="flex flex-col gap-4">
      <SettingsSection title="Notifications" description="Emails you receive.">
        <NotificationPreferencesForm />
      </SettingsSection>
      <ChangeMailSettings />
    </div>
  ),
} as const;

const INVITATIONS = {
  value: 'invitations',
  label: 'Invitations',
  content: <OwnInvitations />,
} as const;

const TERMS = {
  value: 'terms',
  label: 'Watermarks and Terms',
  content: (
    <div className="flex flex-col gap-5">
      <SettingsSection
        title="Watermarks"
        description="Texts that links, groups and rooms draw over every page and PDF, with the name of the visitor and the time."
      >
        <WatermarkList />
      </SettingsSection>
      <SettingsSection
        title="Terms"
        description="Texts or documents, such as a confidentiality agreement, that visitors accept before a link opens. Each acceptance is signed by this installation."
      >
        <TermsList />
      </SettingsSection>
    </div>
  ),
} as const;

const SYSTEM = {
  value: 'system',
  label: 'System',
  content: (
    <div className="flex flex-col gap-4">
      <SettingsSection
        title="Brand"
        description="What everyone sees here in place of Muniment, visitors included. Rooms can have a brand of their own."
      >
        <BrandForm owner={null} fallback={NO_BRAND} />
      </SettingsSection>
      <SettingsSection
        title="System"
        description="These settings apply to everyone as soon as they are saved."
      >
        <SystemSettingsForm />
      </SettingsSection>
    </div>
  ),
} as const;

export function SettingsPage() {
  usePageTitle('Settings');
  const { isAdmin } = useSignedInUser();
  const tabs = [PROFILE, SECURITY, NOTIFICATIONS, INVITATIONS, TERMS, ...(isAdmin ? [SYSTEM] : [])];
  const [tab, setTab] = useQueryTab<(typeof tabs)[number]['value']>([
    PROFILE.value,
    ...tabs.slice(1).map(({ value }) => value),
  ]);
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-5">
      <PageHeader title="Settings" subtitle="Your account and preferences" />
      <Tabs label="Settings" value={tab} onChange={setTab} tabs={tabs} />
    </div>
  );
}
