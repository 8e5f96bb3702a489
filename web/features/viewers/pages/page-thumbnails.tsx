import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import type { FilePages } from '#shared/contracts/pages.ts';
import { PageImage } from './page-image.tsx';
import type { PageSignature } from './signed-pages.ts';

const WIDTH_PX = 112;
/** Page number, padding and gap. */
const LABEL_PX = 44;

interface PageThumbnailsProps {
  fileId: number;
  pages: FilePages['pages'];
  signature: PageSignature;
  /** Page in view, from 1. */
  current: number;
  onPage: (page: number) => void;
}

/** Lists the pages as small images; only those in view are fetched. */
export function PageThumbnails({ fileId, pages, signature, current, onPage }: PageThumbnailsProps) {
  const list = useRef<HTMLElement>(null);
  const heightOf = (index: number): number => {
    const page = pages[index];
    return page ? Math.round((WIDTH_PX * page.height) / page.width) : WIDTH_PX;
  };
  const virtualizer = useVirtualizer({
    count: pages.length,
    getScrollElement: () => list.current,
    estimateSize: (index) => heightOf(index) + LABEL_PX,
  });
  useEffect(() => virtualizer.scrollToIndex(current - 1, { align: 'auto' }), [virtualizer, current]);
  return (
    // The list lies inside a box without a height of its own, so that it scrolls in place of growing the page.
    <div className="relative w-40 shrink-0 border-line border-r max-sm:absolute max-sm:inset-y-0 max-sm:left-0 max-sm:z-10 max-sm:shadow-popup">
      <nav ref={list} aria-label="Pages" className="absolute inset-0 overflow-y-auto bg-surface">
        <ol className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, key, start }) => (
            <li
              key={key}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              <button
                type="button"
                aria-label={`Go to page ${index + 1}`}
                aria-current={index + 1 === current ? 'page' : undefined}
                onClick={() => onPage(index + 1)}
                className={clsx(
                  'm-1 flex w-[calc(100%-0.5rem)] cursor-pointer flex-col items-center gap-1 rounded-md px-2 pt-2 pb-1 text-xs outline-offset-[-2px] hover:bg-hover',
                  index + 1 === current ? 'bg-selected text-accent-ink' : 'text-ink-muted',
                )}
              >
                <PageImage
                  fileId={fileId}
                  signature={signature}
                  page={index + 1}
                  count={pages.length}
                  width={WIDTH_PX}
                  height={heightOf(index)}
                  isThumbnail
                />
                {index + 1}
              </button>
            </li>
          ))}
        </ol>
      </nav>
    </div>
  );
}
