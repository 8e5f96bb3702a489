import ShieldAlert from 'lucide-react/icons/shield-alert';
import { RoomHistory } from '#web/features/audit/room-history.tsx';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { useRoom } from '#web/features/rooms/api.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { RoomPage } from '../room-pages.tsx';

/** Shows managers what happened in a room. */
export function RoomHistoryPage() {
  return (
    <RoomPage title="History" tab="history" subtitle="Who did what in this room, and when">
      {(roomId, { mayManage }) =>
        mayManage ? (
          <History key={roomId} roomId={roomId} />
        ) : (
          <EmptyState
            icon={ShieldAlert}
            title="For managers only"
            description="Only managers of the room and administrators can see its history."
          />
        )
      }
    </RoomPage>
  );
}

function History({ roomId }: { roomId: number }) {
  const { data: room, error, refetch } = useRoom(roomId);
  if (error && !room) return <LoadError error={error} onRetry={refetch} />;
  if (!room) return <ListSkeleton />;
  return <RoomHistory roomId={roomId} hidesPersons={room.settings.analytics.hidePersons} />;
}
