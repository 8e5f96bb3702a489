import { Link } from 'wouter';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { useRooms } from '#web/features/folders/copies/rooms-query.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';

/** Leads to the settings of each room, where its service accounts are. */
export function RoomAccounts() {
  const { data, error, refetch } = useRooms();
  if (error && !data)
    return <LoadError error={error} summary="Rooms could not be loaded" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-9" />;
  // An administrator sees no settings of the others.
  const rooms = data.filter(({ needsEmergencyAccess }) => !needsEmergencyAccess);
  if (rooms.length === 0) return <p className="text-ink-muted">No room has settings that you can open.</p>;
  return (
    <ul aria-label="Rooms" className="max-h-60 overflow-y-auto">
      {rooms.map(({ id, name }) => (
        <li key={id} className="py-1">
          <Link
            href={`/rooms/${id}/settings?tab=staff`}
            className="rounded-sm text-accent-ink wrap-anywhere hover:underline"
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
