import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import type { FilePages, TextMatch } from '#shared/contracts/pages.ts';
import { buildUrl } from '#web/lib/http/call.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { formatPassageLocation, type Passage } from '../passage.ts';
import { useLocatedPassage } from './located-passage.ts';
import { PageMarks } from './page-marks.tsx';
import { type PageSignature, useSignedPages, useSignedUrl } from './signed-pages.ts';

/** Wide enough to read the passage. */
const IMAGE_WIDTH = '1200';
/** Height of the shown part in proportion to its width. */
const SHOWN_HEIGHT = 0.36;
/** On narrower screens only the part with the passage is shown, so that it can be read. */
const MAX_NARROW_WIDTH = '34rem';
const MIN_NARROW_WIDTH = '26rem';
/** Space beside the passage on narrower screens. */
const SIDE_SPACE = '0.75rem';
/** At least so much is shown above the passage, in proportion to the width. */
const MIN_SPACE_ABOVE = 0.06;

interface PassageImageProps {
  fileId: number;
  fileName: string;
  passage: Passage;
  /** Shown when the passage cannot be located on a page image. */
  fallback: ReactNode;
}

/** Shows the part of a page around a passage as an image, with the passage marked. It counts as a view of the file. */
export function PassageImage({ fileId, fileName, passage, fallback }: PassageImageProps) {
  const { pages, signature, error } = useSignedPages(fileId);
  const hasPages = pages !== undefined && pages.reason === null;
  const layout = pages?.layout;
  const located = useLocatedPassage(fileId, passage, { layout, enabled: hasPages });
  const [isFailed, setFailed] = useState(false);
  if (error || located.isError || isFailed || pages?.reason) return fallback;
  if (!pages || !signature || located.isPending) return <ImagePlaceholder />;
  const { data: match } = located;
  const size = match && pages.pages[match.page - 1];
  if (!match || !size) return fallback;
  const onFailure = () => setFailed(true);
  return <MarkedPage key={layout} {...{ fileId, fileName, match, size, signature, onFailure }} />;
}

const ImagePlaceholder = () => (
  <div style={{ aspectRatio: 1 / SHOWN_HEIGHT }}>
    <Skeleton className="size-full" />
  </div>
);

interface MarkedPageProps {
  fileId: number;
  fileName: string;
  match: TextMatch;
  size: FilePages['pages'][number];
  signature: PageSignature;
  onFailure: () => void;
}

function MarkedPage({ fileId, fileName, match, size, signature, onFailure }: MarkedPageProps) {
  const [isLoaded, setLoaded] = useState(false);
  const { page, boxes } = match;
  const params = { id: fileId, page };
  const address = buildUrl('GET /api/files/:id/pages/:page', { params, query: { width: IMAGE_WIDTH } });
  const { signedUrl } = useSignedUrl(address, signature, onFailure);
  const ratio = size.height / size.width;
  // The offset is in proportion to the width: the passage in the middle, or its beginning when it is higher.
  const passageTop = Math.min(...boxes.map(({ y }) => y)) * ratio;
  const passageHeight = Math.max(...boxes.map(({ y, height }) => y + height)) * ratio - passageTop;
  const spaceAbove = Math.max(MIN_SPACE_ABOVE, (SHOWN_HEIGHT - passageHeight) / 2);
  const passageLeft = Math.min(...boxes.map(({ x }) => x));
  const passageWidth = Math.max(...boxes.map(({ x, width }) => x + width)) - passageLeft;
  // As large as the passage allows: its lines end within the shown part.
  const fittingWidth = `(100% - 2 * ${SIDE_SPACE}) / ${passageWidth}`;
  const imageWidth = `max(100%, clamp(${MIN_NARROW_WIDTH}, ${fittingWidth}, ${MAX_NARROW_WIDTH}))`;
  const offset = Math.max(0, Math.min(passageTop - spaceAbove, ratio - SHOWN_HEIGHT));
  return (
    <div
      className="relative overflow-hidden bg-sunken print:hidden"
      style={{ aspectRatio: 1 / Math.min(SHOWN_HEIGHT, ratio) }}
    >
      <div
        className="absolute isolate bg-paper"
        style={{
          width: imageWidth,
          left: `clamp(100% - ${imageWidth}, ${SIDE_SPACE} - ${passageLeft} * ${imageWidth}, 0px)`,
          aspectRatio: 1 / ratio,
          transform: `translateY(${(-offset / ratio) * 100}%)`,
        }}
      >
        {signedUrl !== undefined && (
          <img
            src={signedUrl}
            alt={`${formatPassageLocation({ page })} of ${fileName} with the passage marked`}
            draggable={false}
            decoding="async"
            onLoad={() => setLoaded(true)}
            onError={onFailure}
            className={clsx('absolute size-full', !isLoaded && 'invisible')}
          />
        )}
        {isLoaded && <PageMarks boxes={boxes} />}
      </div>
      {!isLoaded && <Skeleton className="absolute inset-0" />}
    </div>
  );
}
