import { useQuery } from '@tanstack/react-query';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import Download from 'lucide-react/icons/download';
import { useId } from 'react';
import { countOf, formatDuration } from '#shared/domain/format.ts';
import { FailedList } from '#web/features/errors/failed-list.tsx';
import { useMemberships } from '#web/features/rooms/inbox/task-queries.ts';
import { buildUrl, call, callAllPages } from '#web/lib/http/call.ts';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { Card } from '#web/ui/layout/card.tsx';

/** Leads members of groups to what a room has for them beside its documents. */
export function MemberRooms() {
  const list = useMemberships();
  const rooms = list.data ?? [];
  if (rooms.length === 0) return <FailedList lists={[list]} summary="Your data rooms could not be loaded" />;
  return rooms.map(({ roomId, isEmpty, showsAnalytics }, at) => (
    <MemberRoom
      key={roomId}
      roomId={roomId}
      isEmpty={isEmpty}
      showsAnalytics={showsAnalytics}
      title={rooms.length === 1 ? 'Data room' : `Data room ${at + 1}`}
    />
  ));
}

interface MemberRoomProps {
  roomId: number;
  title: string;
  isEmpty: true | undefined;
  showsAnalytics: true | undefined;
}

function MemberRoom({ roomId, title, isEmpty, showsAnalytics }: MemberRoomProps) {
  const headingId = useId();
  const { data: members = [] } = useQuery({
    queryKey: ['rooms', roomId, 'members'],
    queryFn: ({ signal }) => callAllPages('GET /api/rooms/:id/members', {}, signal, { id: roomId }),
  });
  return (
    <section aria-labelledby={headingId}>
      <Card className="flex flex-col gap-3 p-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id={headingId} className="font-semibold text-base">
            {title}
          </h2>
          <span className="flex flex-wrap gap-2">
            <ButtonLink icon={ClipboardList} href={`/rooms/${roomId}/requests`}>
              Requests
            </ButtonLink>
            {!isEmpty && (
              <ButtonLink
                icon={Download}
                opens="download"
                href={buildUrl('GET /api/rooms/:id/index', {
                  params: { id: roomId },
                  query: { format: 'xlsx' },
                })}
              >
                Export Index
              </ButtonLink>
            )}
          </span>
        </div>
        {showsAnalytics && <OwnAnalytics roomId={roomId} />}
        {members.length > 0 && (
          <p className="wrap-anywhere">
            <span className="text-ink-muted">In your group: </span>
            {members.map(({ email }) => email).join(', ')}
          </p>
        )}
      </Card>
    </section>
  );
}

/** Describes what the own group did in the room. */
function OwnAnalytics({ roomId }: { roomId: number }) {
  const { data } = useQuery({
    queryKey: ['analytics', roomId, 'own'],
    queryFn: ({ signal }) =>
      call('GET /api/rooms/:id/analytics/own', { params: { id: roomId }, query: {} }, signal),
  });
  if (!data) return null;
  const { visits, ms, downloads } = data.total;
  return (
    <p>
      <span className="text-ink-muted">Your group in the last 90 days: </span>
      {countOf(visits, 'visit')}, {formatDuration(ms)}, {countOf(downloads, 'download')}
    </p>
  );
}
