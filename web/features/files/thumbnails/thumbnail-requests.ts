import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type { signThumbnails } from '#shared/contracts/pages.ts';
import { buildUrl, call } from '#web/lib/http/call.ts';

/** Maximum number of ids per call. */
const MAX_IDS_PER_CALL = 100;
/** Time to collect the rows that become visible together into one call. */
const BATCH_WINDOW_MS = 10;

/** Holds the signature of a thumbnail, and the image itself if it was drawn already. */
type SignedThumbnail = Omit<ResultOf<typeof signThumbnails>[number], 'fileId'>;
type ThumbnailCallback = (thumbnail: SignedThumbnail | undefined) => void;

let pendingRequests = new Map<number, ThumbnailCallback[]>();

/** Requests a thumbnail; undefined when there is none. Batches concurrent requests into one call. */
export function requestThumbnail(fileId: number): Promise<SignedThumbnail | undefined> {
  return new Promise((resolve) => {
    if (pendingRequests.size === 0) setTimeout(flushRequests, BATCH_WINDOW_MS);
    pendingRequests.set(fileId, [...(pendingRequests.get(fileId) ?? []), resolve]);
  });
}

function flushRequests(): void {
  const all = [...pendingRequests];
  pendingRequests = new Map();
  for (let at = 0; at < all.length; at += MAX_IDS_PER_CALL)
    void requestTogether(new Map(all.slice(at, at + MAX_IDS_PER_CALL)));
}

async function requestTogether(asked: ReadonlyMap<number, readonly ThumbnailCallback[]>): Promise<void> {
  const ids = [...asked.keys()].join(',');
  // A failure leaves the file icon; the list itself reports errors.
  const signed = await call('GET /api/files/thumbnails', { query: { ids } }).catch(() => []);
  const byId = new Map(signed.map(({ fileId, ...thumbnail }) => [fileId, thumbnail]));
  for (const [fileId, callbacks] of asked) for (const callback of callbacks) callback(byId.get(fileId));
}

/** Returns the URL of the picture: of the data that came with the signature, or of the call that draws it. */
export const buildThumbnailUrl = (id: number, { signature, image }: SignedThumbnail): string =>
  image === undefined
    ? buildUrl('GET /api/files/:id/thumbnail', { params: { id }, query: { signature } })
    : `data:image/jpeg;base64,${image}`;
