import { SettingsSection } from '#web/ui/layout/settings-section.tsx';
import { EndAllSessions } from './end-all-sessions.tsx';
import { SignInSettingsForm } from './sign-in-settings.tsx';

/** Shows what administrators decide about the sign-in of everybody. */
export function SignInPanel() {
  return (
    <div className="flex flex-col gap-4">
      <SettingsSection title="Security" description="Applies to everyone. Saved at once.">
        <SignInSettingsForm />
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
