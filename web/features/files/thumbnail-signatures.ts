import { call } from '#web/lib/http/call.ts';

/** What one call takes. */
const MOST_AT_ONCE = 100;
/** Rows come into sight in the same moment: so long they wait for each other. */
const GATHER_MS = 10;

type Answer = (signature: string | undefined) => void;

let waiting = new Map<number, Answer[]>();

/** What opens a file's thumbnail; nothing of what can't be had. Many rows ask in one call. */
export function signThumbnail(fileId: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    if (waiting.size === 0) setTimeout(askForAll, GATHER_MS);
    waiting.set(fileId, [...(waiting.get(fileId) ?? []), resolve]);
  });
}

function askForAll(): void {
  const all = [...waiting];
  waiting = new Map();
  for (let at = 0; at < all.length; at += MOST_AT_ONCE) void ask(new Map(all.slice(at, at + MOST_AT_ONCE)));
}

async function ask(asked: ReadonlyMap<number, readonly Answer[]>): Promise<void> {
  const ids = [...asked.keys()].join(',');
  // A row without its picture shows its icon, and whatever is amiss is said by the list itself.
  const signed = await call('GET /api/files/thumbnails', { query: { ids } }).catch(() => []);
  const signatures = new Map(signed.map(({ fileId, signature }) => [fileId, signature]));
  for (const [fileId, answers] of asked) for (const answer of answers) answer(signatures.get(fileId));
}
