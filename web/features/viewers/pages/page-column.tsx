import type { Virtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import type { FilePages } from '#shared/contracts/pages.ts';
import { contentId } from '#web/features/files/file-cache.ts';
import { PageImage } from './page-image.tsx';
import type { PageSignature } from './signed-pages.ts';

interface PageColumnProps {
  file: File;
  pages: FilePages['pages'];
  layout: FilePages['layout'];
  signature: PageSignature;
  scroller: RefObject<HTMLElement | null>;
  virtualizer: Virtualizer<HTMLElement, Element>;
  width: number;
  /** The index of the page that is read. */
  current: number;
  getPageHeight: (index: number) => number;
  marksOf: (page: number) => ReactNode;
}

/** The box that scrolls, with the pages in view and their neighbors. */
export function PageColumn(props: PageColumnProps) {
  const { file, pages, layout, signature, scroller, virtualizer, width, current, getPageHeight, marksOf } =
    props;
  // The first page that is seen comes before its neighbors, which would share a slow connection with it.
  const [hasFirstPage, setHasFirstPage] = useState(false);
  return (
    <section
      ref={scroller}
      aria-label={`Pages of ${file.name}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by the keyboard
      tabIndex={0}
      className="absolute inset-0 overflow-auto bg-sunken outline-offset-[-2px]"
    >
      <ol className="relative my-4" style={{ height: virtualizer.getTotalSize(), minWidth: width }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => (
          <PositionedPage key={key} start={start}>
            <PageImage
              fileId={file.id}
              content={JSON.stringify([contentId(file), layout])}
              {...{ signature, width }}
              page={index + 1}
              count={pages.length}
              isDeferred={!hasFirstPage && index !== current}
              onSettled={() => setHasFirstPage(true)}
              height={getPageHeight(index)}
              frozenHeight={scaleFrozen(pages[index], width)}
            >
              {marksOf(index + 1)}
            </PageImage>
          </PositionedPage>
        ))}
      </ol>
    </section>
  );
}

/** Browsers place the part that stays in view at whole pixels. */
const scaleFrozen = (page: FilePages['pages'][number] | undefined, width: number): number =>
  page?.frozenHeight === undefined ? 0 : Math.ceil((width * page.frozenHeight) / page.width);

function PositionedPage({ start, children }: { start: number; children: ReactNode }) {
  return (
    // No transform: inside one, the names of columns would not stay in view.
    <li className="absolute inset-x-0" style={{ top: start }}>
      {children}
    </li>
  );
}
