import { RoomCards } from '#web/features/rooms/overview/room-cards.tsx';
import { NewRoomButton } from '#web/features/rooms/templates/new-room-button.tsx';
import { OwnTemplates } from '#web/features/rooms/templates/own-templates.tsx';
import { usePageTitle } from '#web/lib/browser/page-title.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';

export function RoomsPage() {
  usePageTitle('Rooms');
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-5">
      <PageHeader title="Rooms" subtitle="The rooms that you manage or work in" actions={<NewRoomButton />} />
      <RoomCards />
      <OwnTemplates />
    </div>
  );
}
