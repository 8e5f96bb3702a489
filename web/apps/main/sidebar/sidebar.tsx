import Building2 from 'lucide-react/icons/building-2';
import House from 'lucide-react/icons/house';
import Trash2 from 'lucide-react/icons/trash-2';
import { lazy, Suspense, useRef } from 'react';
import { Link, useRoute } from 'wouter';
import { systemPolicy } from '#shared/policies/system.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { FETCH_ERRORS } from '#web/features/errors/fetch-errors.ts';
import { useRecentFiles } from '#web/features/files/api.ts';
import { useDragAndDrop } from '#web/features/folders/drag-and-drop/drag-and-drop.ts';
import type { DropTarget } from '#web/features/folders/drag-and-drop/drag-items.ts';
import { FileIcon } from '#web/ui/display/file-icon.tsx';
import { MiddleEllipsis } from '#web/ui/display/middle-ellipsis.tsx';
import { useMediaQuery } from '#web/ui/layout/media-query.ts';
import { SidebarFolders } from './sidebar-folders.tsx';
import { SidebarEmpty, SidebarError, SidebarLoading, SidebarSection } from './sidebar-section.tsx';

const MAX_SHOWN = 5;
/** In a low window, more would leave no place for the folders. */
const MAX_SHOWN_IF_LOW = 3;

/** The most recently uploaded files of all folders. */
function SidebarRecentUploads() {
  const { data: files, error, refetch } = useRecentFiles();
  const [, fileRoute] = useRoute('/file/:id');
  const isLow = useMediaQuery('(min-width: 64rem) and (max-height: 40rem)');
  return (
    <SidebarSection title="Recent Uploads">
      {files ? (
        <ul className="shrink-0">
          {files.slice(0, isLow ? MAX_SHOWN_IF_LOW : MAX_SHOWN).map(({ id, name }) => (
            <li key={id}>
              <Link
                href={`/file/${id}`}
                title={name}
                aria-label={name}
                aria-current={fileRoute?.id === String(id) ? 'page' : undefined}
                className="flex h-control-small items-center gap-2 rounded-md px-2 outline-offset-[-2px] hover:bg-hover aria-[current]:bg-selected"
              >
                <FileIcon name={name} />
                <MiddleEllipsis text={name} />
              </Link>
            </li>
          ))}
        </ul>
      ) : error ? (
        <SidebarError message={FETCH_ERRORS.files} onRetry={() => void refetch()} />
      ) : (
        <SidebarLoading />
      )}
      {files?.length === 0 && <SidebarEmpty>No recent files</SidebarEmpty>}
    </SidebarSection>
  );
}

const SidebarUsers = lazy(async () => ({ default: (await import('./sidebar-users.tsx')).SidebarUsers }));

const LINK_STYLES =
  'flex h-control-small items-center gap-2 rounded-md px-2 hover:bg-hover data-drop-over:bg-selected aria-[current]:bg-selected aria-[current]:font-medium';

const ROOT_DROP_TARGET: DropTarget = { id: null, name: 'Home' };

/** Links to Home, Rooms and Trash, the folder tree, recent uploads and, for administrators, users. */
export function Sidebar() {
  const [isHome] = useRoute('/');
  const [isRooms] = useRoute('/rooms');
  const [isTrash] = useRoute('/trash');
  const home = useRef<HTMLAnchorElement>(null);
  const actor = useActor();
  useDragAndDrop(home, null, systemPolicy.addToRoot(actor) ? ROOT_DROP_TARGET : null);
  return (
    <div className="flex h-full flex-col">
      <nav aria-label="Main">
        <Link
          ref={home}
          draggable={false}
          href="/"
          aria-current={isHome ? 'page' : undefined}
          className={LINK_STYLES}
        >
          <House size={16} className="shrink-0 text-ink-muted" />
          Home
        </Link>
        {actor.kind === 'user' && (
          <Link href="/rooms" aria-current={isRooms ? 'page' : undefined} className={LINK_STYLES}>
            <Building2 size={16} className="shrink-0 text-ink-muted" />
            Rooms
          </Link>
        )}
        {systemPolicy.useTrash(actor) && (
          <Link href="/trash" aria-current={isTrash ? 'page' : undefined} className={LINK_STYLES}>
            <Trash2 size={16} className="shrink-0 text-ink-muted" />
            Trash
          </Link>
        )}
      </nav>
      <SidebarFolders />
      <SidebarRecentUploads />
      <Suspense>{systemPolicy.seeUsers(actor) && <SidebarUsers />}</Suspense>
    </div>
  );
}
