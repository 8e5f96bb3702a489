import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { getViewerKind } from '#web/lib/documents/viewer-kind.ts';
import { buildUrl, call } from '#web/lib/http/call.ts';
import { FileIcon } from '#web/ui/display/file-icon.tsx';

/** What one call takes. */
const MAX_IDS_PER_CALL = 100;
/** Rows come into sight in the same moment: so long they wait for each other. */
const BATCH_WINDOW_MS = 10;

type SignatureCallback = (signature: string | undefined) => void;

let pendingRequests = new Map<number, SignatureCallback[]>();

/** What opens a file's thumbnail; nothing of what can't be had. Many rows ask in one call. */
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
  // A row without its picture shows its icon, and whatever is amiss is said by the list itself.
  const signed = await call('GET /api/files/thumbnails', { query: { ids } }).catch(() => []);
  const signatures = new Map(signed.map(({ fileId, signature }) => [fileId, signature]));
  for (const [fileId, answers] of asked) for (const answer of answers) answer(signatures.get(fileId));
}

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
