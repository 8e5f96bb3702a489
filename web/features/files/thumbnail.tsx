import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { getViewerKind } from '#web/lib/documents/viewer-kind.ts';
import { buildUrl } from '#web/lib/http/call.ts';
import { FileIcon } from '#web/ui/display/file-icon.tsx';
import { requestThumbnailSignature } from './thumbnail-signatures.ts';

/** As far below the edge of the window they are fetched before they are scrolled to. */
const PREFETCH_MARGIN = '300px';

const canHaveThumbnail = ({ name, fileType }: File): boolean =>
  fileType !== 'others' || ['image', 'heic', 'rendered'].includes(getViewerKind(name));

/** A file's first page, small; the icon of its type until it comes, and for what has no pages. Silent, as the icon is. */
export function Thumbnail({ file, size = 16 }: { file: File; size?: number }) {
  const box = useRef<HTMLSpanElement>(null);
  const [url, setAddress] = useState<string>();
  const [isLoaded, setThere] = useState(false);
  const { id } = file;
  const hasThumbnail = canHaveThumbnail(file);
  useEffect(() => {
    if (!box.current || !hasThumbnail) return;
    const show = async () => {
      const signature = await requestThumbnailSignature(id);
      const query = { signature };
      if (signature !== undefined)
        setAddress(buildUrl('GET /api/files/:id/thumbnail', { params: { id }, query }));
    };
    // A signature ends soon, so it is asked for when the row is near, and never for all of a long list.
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        void show();
      },
      { rootMargin: PREFETCH_MARGIN },
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [id, hasThumbnail]);
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
          draggable={false}
          onLoad={() => setThere(true)}
          className={clsx(
            'absolute size-full rounded-sm object-cover object-top outline outline-line print:hidden',
            !isLoaded && 'invisible',
          )}
        />
      )}
    </span>
  );
}
