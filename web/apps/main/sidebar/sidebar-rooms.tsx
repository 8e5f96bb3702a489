import Building2 from 'lucide-react/icons/building-2';
import { Link, useRoute } from 'wouter';
import { useRooms } from '#web/features/folders/copies/rooms-query.ts';

/** Links to the rooms of the user, if there are any. */
export function SidebarRooms({ className }: { className: string }) {
  const [isRooms] = useRoute('/rooms');
  const rooms = useRooms().data;
  if (!rooms || rooms.length === 0) return null;
  return (
    <Link href="/rooms" aria-current={isRooms ? 'page' : undefined} className={className}>
      <Building2 size={16} className="shrink-0 text-ink-muted" />
      Rooms
    </Link>
  );
}
