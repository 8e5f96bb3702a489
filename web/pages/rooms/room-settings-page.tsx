import Archive from 'lucide-react/icons/archive';
import type { ComponentType } from 'react';
import type { RoomWithSettings } from '#shared/contracts/rooms/rooms.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { AnalyticsSettingsForm } from '#web/features/rooms/analytics/analytics-settings-form.tsx';
import { useRoom } from '#web/features/rooms/api.ts';
import { RoomBrand } from '#web/features/rooms/brand/room-brand.tsx';
import { CloseRoom } from '#web/features/rooms/closing/close-room.tsx';
import { EmergencyAccessList } from '#web/features/rooms/emergency/emergency-access-list.tsx';
import { ServiceAccountList } from '#web/features/rooms/service-accounts/service-account-list.tsx';
import { GeneralSettings } from '#web/features/rooms/settings/general-settings.tsx';
import { RoomRules } from '#web/features/rooms/settings/room-rules.tsx';
import { StaffPanel } from '#web/features/rooms/settings/staff-panel.tsx';
import { RoomSynonyms } from '#web/features/rooms/settings/synonyms-form.tsx';
import { useQueryTab } from '#web/lib/browser/query-tab.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { FormSkeleton } from '#web/ui/feedback/form-skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Tabs } from '#web/ui/layout/tabs.tsx';
import { RoomPage } from '../room-pages.tsx';

const TABS = ['general', 'staff', 'rules', 'brand', 'synonyms', 'analytics', 'close'] as const;

export function RoomSettingsPage() {
  const [tab, setTab] = useQueryTab(TABS);
  return (
    <RoomPage title="Settings" tab="settings" subtitle="Name, staff, rules, brand, analytics and closing">
      {(roomId, { mayManage, isReadOnly }) => (
        <Tabs
          label="Settings of the room"
          value={tab}
          onChange={setTab}
          tabs={[
            {
              value: 'general',
              label: 'General',
              content: <RoomSettings {...{ roomId, Content: GeneralSettings }} />,
            },
            { value: 'staff', label: 'Staff', content: <RoomStaff {...{ roomId, mayManage, isReadOnly }} /> },
            {
              value: 'rules',
              label: 'Rules',
              content: <RoomSettings {...{ roomId, Content: RoomRules }} />,
            },
            {
              value: 'brand',
              label: 'Brand',
              content: <RoomSettings {...{ roomId, Content: RoomBrand }} />,
            },
            { value: 'synonyms', label: 'Synonyms', content: <RoomSynonyms roomId={roomId} /> },
            {
              value: 'analytics',
              label: 'Analytics',
              content: <RoomSettings {...{ roomId, Content: AnalyticsSettingsForm }} />,
            },
            {
              value: 'close',
              label: 'Close',
              content: <RoomSettings {...{ roomId, Content: mayManage ? CloseRoom : ForManagers }} />,
            },
          ]}
        />
      )}
    </RoomPage>
  );
}

interface RoomSettingsProps {
  roomId: number;
  Content: ComponentType<{ room: RoomWithSettings }>;
}

function RoomSettings({ roomId, Content }: RoomSettingsProps) {
  const { data: room, error, refetch } = useRoom(roomId);
  if (error && !room) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (room) return <Content room={room} />;
  return (
    <Card className="p-5">
      <FormSkeleton />
    </Card>
  );
}

const ForManagers = () => (
  <EmptyState
    icon={Archive}
    title="For managers only"
    description="Only managers of the room and administrators can close it."
  />
);

interface RoomStaffProps {
  roomId: number;
  mayManage: boolean;
  isReadOnly: boolean;
}

/** Shows who works in the room, and which administrators opened it in an emergency. */
function RoomStaff({ roomId, mayManage, isReadOnly }: RoomStaffProps) {
  return (
    <div className="flex flex-col gap-5">
      <StaffPanel {...{ roomId, mayManage }} />
      {mayManage && <ServiceAccountList {...{ roomId, isReadOnly }} />}
      <EmergencyAccessList roomId={roomId} />
    </div>
  );
}
