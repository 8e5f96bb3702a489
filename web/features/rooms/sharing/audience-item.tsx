import Eye from 'lucide-react/icons/eye';
import type { File } from '#shared/contracts/files.ts';
import { isMember } from '#shared/policies/actor.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { useRooms } from '#web/features/folders/copies/rooms-query.ts';
import { MenuItem } from '#web/ui/overlays/menu.tsx';

interface AudienceItemProps {
  file: File;
  onOpen: () => void;
}

/** Opens the list of everybody who can see a file, for the staff of its room and who may share it. */
export function AudienceItem({ file, onOpen }: AudienceItemProps) {
  const actor = useActor();
  if (filePolicy.share(actor, file)) return <OpenItem onOpen={onOpen} />;
  return isMember(file) ? <StaffItem onOpen={onOpen} /> : null;
}

/** Collaborators see it only as staff of a room. */
function StaffItem({ onOpen }: { onOpen: () => void }) {
  const rooms = useRooms().data ?? [];
  return rooms.length > 0 ? <OpenItem onOpen={onOpen} /> : null;
}

function OpenItem({ onOpen }: { onOpen: () => void }) {
  return (
    <MenuItem icon={Eye} onSelect={onOpen}>
      Who Can See This
    </MenuItem>
  );
}
