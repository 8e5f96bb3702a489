import { useActor } from '#web/features/accounts/actor.ts';
import { usePublicSettings } from '#web/features/settings/api.ts';
import { SettingsSection } from '#web/ui/layout/settings-section.tsx';
import { DigestList } from './digest-list.tsx';
import { FollowList } from './follow-list.tsx';
import { MailsOffNotice } from './mails-off-notice.tsx';

/** The settings of mails about changes: when they come for each room, and what they are about. */
export function ChangeMailSettings() {
  const actor = useActor();
  // Nothing could be sent; the page says so once.
  if (usePublicSettings()?.emailConfigured === false) return null;
  return (
    <>
      <SettingsSection
        title="Changes by email"
        description="How often you hear what others changed in what you follow. Each email can be ended with one click."
      >
        <div className="flex flex-col gap-3">
          {actor.kind === 'user' && <MailsOffNotice />}
          <DigestList />
        </div>
      </SettingsSection>
      <SettingsSection
        title="Following"
        description="The folders, with everything in them, and files that you follow."
      >
        <FollowList />
      </SettingsSection>
    </>
  );
}
