import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type { signThumbnails } from '#shared/contracts/pages.ts';
import { buildUrl, call } from '#web/lib/http/call.ts';
import { readResponse } from '#web/lib/http/request.ts';

/** Maximum number of ids per call. */
const MAX_IDS_PER_CALL = 100;
/** Time to collect the rows that become visible together into one call. */
const BATCH_WINDOW_MS = 10;

type SignedList = ResultOf<typeof signThumbnails>;
/** Holds the signature of a thumbnail, and the image itself if it was drawn already. */
type SignedThumbnail = Omit<SignedList[number], 'fileId'>;
type ThumbnailCallback = (thumbnail: SignedThumbnail | undefined) => void;

declare global {
  /** Holds the answer that public/start.js has asked for before this code was there, and for which files. */
  var earlyThumbnails: Promise<{ ids: readonly number[]; answer: Response } | undefined> | undefined;
}

let pendingRequests = new Map<number, ThumbnailCallback[]>();

/** Requests a thumbnail; undefined when there is none. Batches concurrent requests into one call. */
export function requestThumbnail(fileId: number): Promise<SignedThumbnail | undefined> {
  return new Promise((resolve) => {
    if (pendingRequests.size === 0) setTimeout(() => void flushRequests(), BATCH_WINDOW_MS);
    pendingRequests.set(fileId, [...(pendingRequests.get(fileId) ?? []), resolve]);
  });
}

async function flushRequests(): Promise<void> {
  const asked = pendingRequests;
  pendingRequests = new Map();
  // Used once: signatures expire, and files get other versions.
  const asking = globalThis.earlyThumbnails;
  globalThis.earlyThumbnails = undefined;
  const early = await asking;
  const isEarly = (id: number) => early?.ids.includes(id) ?? false;
  const [known, others] = [
    [...asked].filter(([id]) => isEarly(id)),
    [...asked].filter(([id]) => !isEarly(id)),
  ];
  if (early && known.length > 0) void answerTogether(new Map(known), readResponse<SignedList>(early.answer));
  for (let at = 0; at < others.length; at += MAX_IDS_PER_CALL) {
    const some = new Map(others.slice(at, at + MAX_IDS_PER_CALL));
    void answerTogether(
      some,
      call('GET /api/files/thumbnails', { query: { ids: [...some.keys()].join(',') } }),
    );
  }
}

async function answerTogether(
  asked: ReadonlyMap<number, readonly ThumbnailCallback[]>,
  answer: Promise<SignedList>,
): Promise<void> {
  // A failure leaves the file icon; the list itself reports errors.
  const signed = await answer.catch(() => []);
  const byId = new Map(signed.map(({ fileId, ...thumbnail }) => [fileId, thumbnail]));
  for (const [fileId, callbacks] of asked) for (const callback of callbacks) callback(byId.get(fileId));
}

/** Returns the URL of the picture: of the data that came with the signature, or of the call that draws it. */
export const buildThumbnailUrl = (id: number, { signature, image }: SignedThumbnail): string =>
  image === undefined
    ? buildUrl('GET /api/files/:id/thumbnail', { params: { id }, query: { signature } })
    : `data:image/jpeg;base64,${image}`;
