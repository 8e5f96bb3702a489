import { Link } from 'wouter';
import { formatDate } from '#shared/domain/format.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useRoom } from '../api.ts';

/** Tells the staff of a closed room that its content will be removed, or was. */
export function RemovalNotice({ roomId }: { roomId: number }) {
  const { data: room } = useRoom(roomId);
  if (!room) return null;
  const { deleteBytesAt, bytesRemovedAt } = room;
  if (bytesRemovedAt !== null)
    return (
      <Notice tone="info">The content of its documents was removed on {formatDate(bytesRemovedAt)}.</Notice>
    );
  if (deleteBytesAt === null) return null;
  return (
    <Notice tone="warning">
      The content of all its documents is removed from {formatDate(deleteBytesAt)} on, once a verified archive
      of the whole room has the original of each.{' '}
      {room.staffRole === 'manager' && (
        <Link href={`/rooms/${roomId}/settings?tab=close`} className="rounded-sm underline">
          Change the date
        </Link>
      )}
    </Notice>
  );
}
