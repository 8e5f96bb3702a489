import { LoadError } from '#web/features/errors/load-error.tsx';
import { FormSkeleton } from '#web/ui/feedback/form-skeleton.tsx';
import { SettingsSection } from '#web/ui/layout/settings-section.tsx';
import { AddressRulesSection } from './address-rules.tsx';
import { CompanySettings } from './company-settings.tsx';
import { EndAllSessions } from './end-all-sessions.tsx';
import { SignInSettingsForm } from './sign-in-settings.tsx';
import { useSignInSettings } from './sign-in-settings-api.ts';

/** Shows what administrators decide about the sign-in of everybody. */
export function SignInPanel() {
  const { data, error, refetch } = useSignInSettings();
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  return (
    <div className="flex flex-col gap-4">
      <SettingsSection title="Security" description="Applies to everyone. Saved at once.">
        {data ? <SignInSettingsForm settings={data} /> : <FormSkeleton fields={2} />}
      </SettingsSection>
      <SettingsSection
        title="Company sign-in"
        description="People sign in through your company’s identity provider (OpenID Connect), beside their passwords."
      >
        {data ? <CompanySettings settings={data} /> : <FormSkeleton fields={2} />}
      </SettingsSection>
      <SettingsSection
        title="Addresses"
        description="Restrict from where people sign in and read. Open sessions elsewhere stop at once."
      >
        <AddressRulesSection />
      </SettingsSection>
      <SettingsSection
        title="Sessions"
        description="After an incident: everybody must sign in again, with every device."
      >
        <EndAllSessions />
      </SettingsSection>
    </div>
  );
}
