import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { getViewerKind } from '#web/lib/documents/viewer-kind.ts';
import { buildUrl, call } from '#web/lib/http/call.ts';
import { FileIcon } from '#web/ui/display/file-icon.tsx';

/** Maximum number of ids per call. */
const MAX_IDS_PER_CALL = 100;
/** Time to collect the rows that become visible together into one call. */
const BATCH_WINDOW_MS = 10;

type SignatureCallback = (signature: string | undefined) => void;

let pendingRequests = new Map<number, SignatureCallback[]>();

/**
 * Requests the signature of a thumbnail; undefined when there is none. Batches concurrent requests into one call.
 */
export function requestThumbnailSignature(fileId: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    if (pendingRequests.size === 0) setTimeout(flushRequests, BATCH_WINDOW_MS);
    pendingRequests.set(fileId, [...(pendingRequests.get(fileId) ?? []), resolve]);
  });
}

function flushRequests(): void {
  const all = [...pendingRequests];
  pendingRequests = new Map();
  for (let at = 0; at < all.length; at += MAX_IDS_PER_CALL)
    void requestSignatures(new Map(all.slice(at, at + MAX_IDS_PER_CALL)));
}

async function requestSignatures(asked: ReadonlyMap<number, readonly SignatureCallback[]>): Promise<void> {
  const ids = [...asked.keys()].join(',');
  // A failure leaves the file icon; the list itself reports errors.
  const signed = await call('GET /api/files/thumbnails', { query: { ids } }).catch(() => []);
  const signatures = new Map(signed.map(({ fileId, signature }) => [fileId, signature]));
  for (const [fileId, answers] of asked) for (const answer of answers) answer(signatures.get(fileId));
}

/** Distance below the viewport at which thumbnails are fetched. */
const PREFETCH_MARGIN = '300px';

const canHaveThumbnail = ({ name, fileType }: File): boolean =>
  fileType !== 'others' || ['image', 'heic', 'rendered'].includes(getViewerKind(name));

/**
 * Shows a thumbnail of the first page, or the icon of the file type while loading and for files without pages.
 * Hidden from screen readers.
 */
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
    // Requests the signature when the row is near the viewport, because signatures expire quickly.
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
