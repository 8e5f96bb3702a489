import FolderIcon from 'lucide-react/icons/folder';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { Folder } from '#shared/contracts/folders.ts';
import { formatDate, formatDateTime, formatRelativeTime } from '#shared/domain/format.ts';
import { AncestorNames } from '../ancestor-names.tsx';
import { DraftBadge } from '../draft-badge.tsx';
import { formatFolderContents } from '../folder-contents.ts';
import { useAttachFolder } from '../ordering/ordering.ts';
import { RoomBadge } from '../room-badge.tsx';

/** Says what lies in the folder and when that last changed. */
function FolderContents({ contents }: { contents: NonNullable<Folder['contents']> }) {
  const { changedAt } = contents;
  return (
    <p className="truncate text-ink-muted text-xs">
      {formatFolderContents(contents)}
      {' · '}
      <span className="sr-only">Last change: </span>
      <time dateTime={changedAt} title={`Last change: ${formatDateTime(changedAt)}`}>
        {formatRelativeTime(changedAt, Date.now())}
      </time>
    </p>
  );
}

interface FolderCardProps {
  folder: Folder;
  actions: ReactNode;
  /** Its place in a list of which not all cards are rendered, for screen readers. */
  place?: { readonly number: number; readonly of: number };
}

/** Renders a folder as a card that is one link; `actions` are placed at its end, above the link. */
export function FolderCard({ folder, actions, place }: FolderCardProps) {
  const card = useRef<HTMLLIElement>(null);
  const attach = useAttachFolder();
  useEffect(() => (card.current ? attach(folder, card.current) : undefined), [attach, folder]);
  return (
    <li
      ref={card}
      aria-posinset={place?.number}
      aria-setsize={place?.of}
      className="relative flex items-center gap-3 rounded-lg border border-line bg-surface p-3 hover:border-line-strong data-drop-over:border-accent data-drop-over:bg-selected data-[drop-edge=after]:border-b-accent data-[drop-edge=before]:border-t-accent data-[drop-edge=after]:shadow-[0_2px_var(--color-accent)] data-[drop-edge=before]:shadow-[0_-2px_var(--color-accent)]"
    >
      <FolderIcon size={20} className="mt-0.5 shrink-0 self-start text-accent-ink" />
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 items-center gap-2">
          <Link
            href={`/folder/${folder.id}`}
            title={folder.name}
            // Lets the card be dragged, not the link.
            draggable={false}
            className="flex min-w-0 rounded-sm font-medium after:absolute after:inset-0 after:rounded-lg"
          >
            {folder.number !== undefined && (
              <span className="mr-1.5 shrink-0 font-normal text-ink-muted tabular-nums">{folder.number}</span>
            )}
            <span dir="auto" className="truncate text-left">
              {folder.name}
            </span>
          </Link>
          {folder.parentId === null && <RoomBadge state={folder.roomState} />}
          <DraftBadge publishedAt={folder.publishedAt} />
        </div>
        <AncestorNames names={folder.ancestorNames} />
        <p className="truncate text-ink-muted text-xs">Created {formatDate(folder.createdAt)}</p>
        {folder.contents && <FolderContents contents={folder.contents} />}
      </div>
      <div className="relative">{actions}</div>
    </li>
  );
}
