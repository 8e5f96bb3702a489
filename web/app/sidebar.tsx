import House from 'lucide-react/icons/house';
import { useRef } from 'react';
import { Link, useRoute } from 'wouter';
import { type DropPlace, useDragging } from '#web/features/folders/dragging.ts';
import { RecentUploads } from './recent-uploads.tsx';
import { SidebarFolders } from './sidebar-folders.tsx';

const ROOT: DropPlace = { id: null, name: 'Home' };

/** The ways to everything in the room. */
export function Sidebar() {
  const [isHome] = useRoute('/');
  const home = useRef<HTMLAnchorElement>(null);
  useDragging(home, null, ROOT);
  return (
    <div className="flex h-full flex-col">
      <nav aria-label="Main">
        <Link
          ref={home}
          draggable={false}
          href="/"
          aria-current={isHome ? 'page' : undefined}
          className="flex h-control-small items-center gap-2 rounded-md px-2 hover:bg-hover data-drop-over:bg-selected aria-[current]:bg-selected aria-[current]:font-medium"
        >
          <House size={16} className="shrink-0 text-ink-muted" />
          Home
        </Link>
      </nav>
      <SidebarFolders />
      <RecentUploads />
    </div>
  );
}
