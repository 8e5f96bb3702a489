import { Suspense } from 'react';
import type { Folder } from '#shared/contracts/folders.ts';
import { isReadOnlyState } from '#shared/domain/rooms/room-states.ts';
import { folderPolicy } from '#shared/policies/folders.ts';
import { roomPolicy } from '#shared/policies/rooms.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { CollaboratorsPanel } from '#web/features/invitations/collaborators-panel.tsx';
import { LazyLinksPanel } from '#web/features/links/lazy-links-panel.tsx';
import { LazyRoomPanel } from '#web/features/rooms/lazy-room-panel.tsx';
import { Card } from '#web/ui/layout/card.tsx';

/** Everything that gives access to a folder in one place: collaborators, links and groups, for those who manage them. */
export function FolderAccess({ folder }: { folder: Folder }) {
  const actor = useActor();
  const canManage = folderPolicy.seeAccess(actor, folder);
  const isReadOnly = isReadOnlyState(folder.roomState);
  return (
    // The panels decide for themselves whether there is something to show; a heading alone would say nothing.
    <section
      aria-labelledby="access-heading"
      className="flex flex-col gap-2 has-[>[data-access]:empty]:hidden"
    >
      <h2 id="access-heading" className="flex min-h-control items-center font-semibold text-base">
        Access
      </h2>
      <Card data-access className="divide-y divide-line empty:hidden *:p-4">
        <Suspense>
          {canManage && <CollaboratorsPanel folderId={folder.id} isReadOnly={isReadOnly} />}
          {canManage && <LazyLinksPanel target={{ kind: 'folder', id: folder.id }} isReadOnly={isReadOnly} />}
          {roomPolicy.view(actor, folder) && <LazyRoomPanel folder={folder} />}
        </Suspense>
      </Card>
    </section>
  );
}
