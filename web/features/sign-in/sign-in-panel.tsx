import { SettingsSection } from '#web/ui/layout/settings-section.tsx';
import { EndAllSessions } from './end-all-sessions.tsx';

/** Shows what administrators decide about the sign-in of everybody. */
export function SignInPanel() {
  return (
    <div className="flex flex-col gap-4">
      <SettingsSection
        title="Sessions"
        description="After an incident: everybody must sign in again, with every device."
      >
        <EndAllSessions />
      </SettingsSection>
    </div>
  );
}
