import Building2 from 'lucide-react/icons/building-2';
import { Link } from 'wouter';
import type { Room } from '#shared/contracts/rooms/rooms.ts';
import { countOf, formatDateTime, formatRelativeTime } from '#shared/domain/format.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { RoomBadge } from '#web/features/folders/room-badge.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { EmergencyAccessButton } from '../emergency/emergency-access-button.tsx';
import { NewRoomButton } from '../templates/new-room-button.tsx';
import { useRoomFigures } from './rooms-api.ts';

const GRID_STYLES = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-3';

/** Shows the rooms of which the user is staff, with what is in them; all rooms to administrators. */
export function RoomCards() {
  const { data: rooms, error, refetch } = useRoomFigures();
  if (error && !rooms) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!rooms) return <RoomCardsSkeleton />;
  if (rooms.length === 0)
    return (
      <Card>
        <EmptyState
          icon={Building2}
          title="No rooms yet"
          description="Create one, empty or from a template, or open a folder at the top of Home that you own and make it a room."
          action={<NewRoomButton variant="secondary" />}
        />
      </Card>
    );
  return (
    <ul className={GRID_STYLES}>
      {rooms.map((room) => (
        <RoomCard key={room.id} room={room} />
      ))}
    </ul>
  );
}

function RoomCardsSkeleton() {
  return (
    <div aria-hidden="true" className={GRID_STYLES}>
      {['a', 'b'].map((key) => (
        <Skeleton key={key} className="h-36" />
      ))}
    </div>
  );
}

function RoomCard({ room }: { room: Room }) {
  const { id, name, codeName, state, managers = [], documentCount = 0, lastActivityAt } = room;
  if (room.needsEmergencyAccess) return <ClosedRoomCard room={room} />;
  return (
    <li className="relative flex flex-col gap-2 rounded-lg border border-line bg-surface p-4 hover:border-line-strong">
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 font-semibold text-base wrap-anywhere">
          <Link href={`/folder/${id}`} className="rounded-sm after:absolute after:inset-0 after:rounded-lg">
            {name}
          </Link>
          {codeName !== null && <span className="block font-normal text-ink-muted text-sm">{codeName}</span>}
        </h2>
        {state !== 'open' && <RoomBadge state={state} />}
      </div>
      <p className="text-ink-muted">
        {countOf(documentCount, 'document')}
        {lastActivityAt !== undefined && (
          <>
            {' · '}
            <span className="sr-only">Last activity: </span>
            <time dateTime={lastActivityAt} title={`Last activity: ${formatDateTime(lastActivityAt)}`}>
              {formatRelativeTime(lastActivityAt, Date.now())}
            </time>
          </>
        )}
      </p>
      <p className="wrap-anywhere text-ink-muted">Managed by {managers.join(', ')}</p>
      <div className="relative mt-auto flex justify-end">
        <ButtonLink size="small" href={`/rooms/${id}/settings`}>
          Settings<span className="sr-only"> of {name}</span>
        </ButtonLink>
      </div>
    </li>
  );
}

/** A room that administrators may not read: its name, state and managers. */
function ClosedRoomCard({ room: { id, name, state, managers = [] } }: { room: Room }) {
  return (
    <li className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-4">
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 font-semibold text-base wrap-anywhere">{name}</h2>
        {state !== 'open' && <RoomBadge state={state} />}
      </div>
      <p className="text-ink-muted">Administrators cannot read this room.</p>
      <p className="wrap-anywhere text-ink-muted">Managed by {managers.join(', ')}</p>
      <div className="mt-auto flex justify-end">
        <EmergencyAccessButton roomId={id} name={name} />
      </div>
    </li>
  );
}
