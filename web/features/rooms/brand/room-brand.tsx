import type { RoomWithSettings } from '#shared/contracts/rooms/rooms.ts';
import { isReadOnlyState } from '#shared/domain/rooms/room-states.ts';
import { MailTextList } from '#web/features/mail/texts/mail-text-list.tsx';
import { usePublicSettings } from '#web/features/settings/api.ts';
import { BrandForm } from '#web/features/settings/brand/brand-form.tsx';
import { NO_BRAND } from '#web/ui/layout/brand-context.ts';
import { SettingsSection } from '#web/ui/layout/settings-section.tsx';

/** The brand of a room and the texts of its mails; managers change them. */
export function RoomBrand({ room }: { room: RoomWithSettings }) {
  const installation = usePublicSettings()?.brand ?? NO_BRAND;
  const mayChange = room.staffRole === 'manager' && !isReadOnlyState(room.state);
  return (
    <div className="flex flex-col gap-4">
      <SettingsSection
        title="Brand"
        description="Shown on the pages of this room, its links and invitations, and in its emails. Blank fields use the brand of the installation."
      >
        <BrandForm owner={room.id} fallback={installation} isReadOnly={!mayChange} />
      </SettingsSection>
      <SettingsSection title="Email texts" description="What emails about this room say.">
        <MailTextList owner={room.id} isReadOnly={!mayChange} />
      </SettingsSection>
    </div>
  );
}
