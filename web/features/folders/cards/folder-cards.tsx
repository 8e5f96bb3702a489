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
  const list = useRef<HTMLDivElement>(null);
  const visible = useVisibleCards(list, folders.length);
  const { first, end, before, cardHeight, height } = visible ?? { first: 0, end: folders.length };
  return (
    // Positions are computed here; scroll anchoring would correct them a second time.
    <div ref={list} className="[overflow-anchor:none]" style={height ? { height } : {}}>
      <ul
        className={clsx(GRID_STYLES, 'relative')}
        style={visible ? { top: before, gridAutoRows: `minmax(${cardHeight}px, 1fr)` } : {}}
      >
        {folders.slice(first, end).map((folder, at) => (
          <FolderCard
            key={folder.id}
            folder={folder}
            actions={renderActions(folder)}
            {...(visible && { place: { number: first + at + 1, of: folders.length } })}
          />
        ))}
      </ul>
    </div>
  );
}
