import House from 'lucide-react/icons/house';
import { Link, useRoute } from 'wouter';
import { RecentUploads } from './recent-uploads.tsx';
import { SidebarFolders } from './sidebar-folders.tsx';

/** The ways to everything in the room. */
export function Sidebar() {
  const [isHome] = useRoute('/');
  return (
    <div className="flex h-full flex-col">
      <nav aria-label="Main">
        <Link
          href="/"
          aria-current={isHome ? 'page' : undefined}
          className="flex h-control-small items-center gap-2 rounded-md px-2 hover:bg-hover aria-[current]:bg-selected aria-[current]:font-medium"
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
