import { clsx } from 'clsx';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { getViewerKind } from '#web/lib/documents/viewer-kind.ts';
import { FileIcon } from '#web/ui/display/file-icon.tsx';
import { createLoadQueue } from './load-queue.ts';
import { buildThumbnailUrl, requestThumbnail } from './thumbnail-requests.ts';

/** Distance below the viewport at which thumbnails are fetched. */
const PREFETCH_MARGIN = '300px';

const canHaveThumbnail = ({ name, fileType }: File): boolean =>
  fileType !== 'others' || ['image', 'heic', 'rendered'].includes(getViewerKind(name));

/**
 * Shows a thumbnail of the first page, or the icon of the file type while loading and for files without pages.
 * Hidden from screen readers.
 */
export function Thumbnail({ file, size = 16 }: { file: File; size?: number }) {
  // Another version is another image; one that is withheld has none.
  return <VersionThumbnail key={`${file.version} ${file.scan}`} {...{ file, size }} />;
}

function VersionThumbnail({ file, size }: { file: File; size: number }) {
  const box = useRef<HTMLSpanElement>(null);
  const { url, isLoaded, finish } = useThumbnailUrl(box, file);
  return (
    <span
      ref={box}
      className="relative grid shrink-0 place-items-center"
      style={{ width: size * 1.5, height: size * 1.5 }}
    >
      {!isLoaded && <FileIcon name={file.name} size={size} />}
      {url !== undefined && (
        <img
          src={url}
          alt=""
          decoding="async"
          fetchPriority="low"
          draggable={false}
          onLoad={({ currentTarget }) => finish(showsSomething(currentTarget))}
          onError={() => finish(false)}
          className={clsx(
            'absolute size-full rounded-sm object-cover object-top outline outline-line print:hidden',
            !isLoaded && 'invisible',
          )}
        />
      )}
    </span>
  );
}

const SAMPLE_SIZE_PX = 24;
const MIN_CONTENT_SHARE = 0.06;
const MIN_DIFFERENCE = 48;

/** Returns false for a page that is nearly blank at this size: the icon of its type then says more. */
function showsSomething(image: HTMLImageElement): boolean {
  const canvas = document.createElement('canvas');
  canvas.width = SAMPLE_SIZE_PX;
  canvas.height = SAMPLE_SIZE_PX;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return true;
  context.drawImage(image, 0, 0, SAMPLE_SIZE_PX, SAMPLE_SIZE_PX);
  return hasContent(context.getImageData(0, 0, SAMPLE_SIZE_PX, SAMPLE_SIZE_PX).data);
}

/** Returns true when enough pixels (RGBA) differ from the first one, which is the background of a page. */
export function hasContent(pixels: ArrayLike<number>): boolean {
  const brightnessAt = (at: number) =>
    ((pixels[at] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at + 2] ?? 0)) / 3;
  let different = 0;
  for (let at = 0; at < pixels.length; at += 4)
    if (Math.abs(brightnessAt(at) - brightnessAt(0)) > MIN_DIFFERENCE) different += 1;
  return different >= (pixels.length / 4) * MIN_CONTENT_SHARE;
}

/** A browser opens six connections to a server; the others stay free for what the user does. */
const enterLoadQueue = createLoadQueue(4);

/**
 * Returns the URL of a thumbnail when its turn has come. Leaving the view before it has loaded takes the URL away, which
 * aborts the request.
 */
function useThumbnailUrl(box: RefObject<HTMLElement | null>, file: File) {
  const [url, setUrl] = useState<string>();
  const [isLoaded, setLoaded] = useState(false);
  const leaveQueue = useRef<() => void>(undefined);
  const { id } = file;
  const isNeeded = canHaveThumbnail(file) && !isLoaded;
  useEffect(() => {
    if (!box.current || !isNeeded) return undefined;
    let isVisible = false;
    const show = async () => {
      const thumbnail = await requestThumbnail(id);
      if (!thumbnail || !isVisible || leaveQueue.current) return;
      const url = buildThumbnailUrl(id, thumbnail);
      if (thumbnail.image !== undefined) setUrl(url);
      else leaveQueue.current = enterLoadQueue(() => setUrl(url));
    };
    const hide = () => {
      isVisible = false;
      leaveQueue.current?.();
      leaveQueue.current = undefined;
      setUrl(undefined);
    };
    // Requests the signature when the row is near the viewport, because signatures expire quickly.
    const observer = new IntersectionObserver(
      (entries) => {
        const isNear = entries.at(-1)?.isIntersecting ?? false;
        if (isNear === isVisible) return;
        isVisible = isNear;
        if (isNear) void show();
        else hide();
      },
      { rootMargin: PREFETCH_MARGIN },
    );
    observer.observe(box.current);
    return () => {
      observer.disconnect();
      isVisible = false;
      leaveQueue.current?.();
      leaveQueue.current = undefined;
    };
  }, [box, id, isNeeded]);
  const finish = (succeeded: boolean) => {
    leaveQueue.current?.();
    if (succeeded) setLoaded(true);
    else setUrl(undefined);
  };
  return { url, isLoaded, finish };
}
