import House from 'lucide-react/icons/house';
import Trash2 from 'lucide-react/icons/trash-2';
import { lazy, Suspense, useRef } from 'react';
import { Link, useRoute } from 'wouter';
import { roomPolicy } from '#shared/policies/system.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import type { DropPlace } from '#web/features/folders/drag-and-drop/drag-items.ts';
import { useDragging } from '#web/features/folders/drag-and-drop/drag-and-drop.ts';
import { RecentUploads } from './sidebar-recent-uploads.tsx';
import { SidebarFolders } from './sidebar-folders.tsx';

const SidebarUsers = lazy(async () => ({ default: (await import('./sidebar-users.tsx')).SidebarUsers }));

const WAY =
  'flex h-control-small items-center gap-2 rounded-md px-2 hover:bg-hover data-drop-over:bg-selected aria-[current]:bg-selected aria-[current]:font-medium';

const ROOT: DropPlace = { id: null, name: 'Home' };

/** The ways to everything in the room. */
export function Sidebar() {
  const [isHome] = useRoute('/');
  const [isTrash] = useRoute('/trash');
  const home = useRef<HTMLAnchorElement>(null);
  const actor = useActor();
  useDragging(home, null, roomPolicy.addToRoot(actor) ? ROOT : null);
  return (
    <div className="flex h-full flex-col">
      <nav aria-label="Main">
        <Link
          ref={home}
          draggable={false}
          href="/"
          aria-current={isHome ? 'page' : undefined}
          className={WAY}
        >
          <House size={16} className="shrink-0 text-ink-muted" />
          Home
        </Link>
        {roomPolicy.useTrash(actor) && (
          <Link href="/trash" aria-current={isTrash ? 'page' : undefined} className={WAY}>
            <Trash2 size={16} className="shrink-0 text-ink-muted" />
            Trash
          </Link>
        )}
      </nav>
      <SidebarFolders />
      <RecentUploads />
      <Suspense>{roomPolicy.seeUsers(actor) && <SidebarUsers />}</Suspense>
    </div>
  );
}
