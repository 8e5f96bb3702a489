import Eye from 'lucide-react/icons/eye';
import Users from 'lucide-react/icons/users';
import type { SharedGroup } from '#shared/contracts/links/sharing.ts';
import { countOf } from '#shared/domain/format.ts';
import { useViewAs } from '#web/features/accounts/view-as/use-view-as.ts';
import { useRooms } from '#web/features/folders/copies/rooms-query.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { RowIcon, ShareRow } from './share-row.tsx';

const LEVEL_LABELS = { view: 'View', download: 'Download', original: 'Original' } as const;

/** Lists the groups of a room that can open a folder; managers view the room as each. */
export function SharedGroups({ groups }: { groups: readonly SharedGroup[] }) {
  const rooms = useRooms().data;
  return (
    <ul className="divide-y divide-line">
      {groups.map((group) => (
        <ShareRow
          key={group.id}
          name={group.name}
          image={<RowIcon icon={Users} />}
          badge={<Badge>Group</Badge>}
          details={[countOf(group.memberCount, 'member'), LEVEL_LABELS[group.level]]}
          actions={
            rooms?.some(({ id, staffRole }) => id === group.roomId && staffRole === 'manager') && (
              <ViewAsButton group={group} />
            )
          }
        />
      ))}
    </ul>
  );
}

function ViewAsButton({ group }: { group: SharedGroup }) {
  const viewAs = useViewAs(group);
  return (
    <Button
      size="small"
      icon={Eye}
      aria-label={`View as ${group.name}`}
      busy={viewAs.isPending}
      onClick={() => viewAs.mutate(undefined)}
    >
      View As
    </Button>
  );
}
