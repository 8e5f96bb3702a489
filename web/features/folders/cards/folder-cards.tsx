import { clsx } from 'clsx';
import { type ReactNode, useRef } from 'react';
import type { Folder } from '#shared/contracts/folders.ts';
import { useVisibleCards } from '#web/ui/lists/visible-cards.ts';
import { FolderCard } from './folder-card.tsx';

export const GRID_STYLES = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-2';

interface FolderCardsProps {
  folders: readonly Folder[];
  renderActions: (folder: Folder) => ReactNode;
}

/** Renders only the cards near the window once there are many: a thousand cards with menus take seconds. */
export function FolderCards({ folders, renderActions }: FolderCardsProps) {
  const list = useRef<HTMLUListElement>(null);
  const { first, end, before, after, cardHeight } = useVisibleCards(list, folders.length);
  const isWhole = end - first === folders.length;
  return (
    <ul
      ref={list}
      // Positions are computed here; scroll anchoring would correct them a second time.
      className={clsx(GRID_STYLES, '[overflow-anchor:none]')}
      style={
        isWhole
          ? {}
          : { paddingBlock: `${before}px ${after}px`, gridAutoRows: `minmax(${cardHeight}px, 1fr)` }
      }
    >
      {folders.slice(first, end).map((folder, at) => (
        <FolderCard
          key={folder.id}
          folder={folder}
          actions={renderActions(folder)}
          {...(!isWhole && { place: { number: first + at + 1, of: folders.length } })}
        />
      ))}
    </ul>
  );
}
