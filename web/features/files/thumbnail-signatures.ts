import { call } from '#web/lib/http/call.ts';

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
