import { serveRequests } from '#server/engines/sandbox/child-side.ts';

/** Below what a frame may hold. */
const CHUNK_BYTES = 1024 * 1024;

export interface Reply {
  message: object;
  bytes?: Uint8Array;
}

/** The child's side of askRenderer. */
export function serveRenderingRequests(
  answer: (message: unknown, bytes: Buffer) => Promise<Reply>,
): Promise<void> {
  return serveRequests(async (message, bytes) => framesOf(await answer(message, bytes)));
}

/** An empty frame ends the bytes. */
function* framesOf({ message, bytes = new Uint8Array() }: Reply): Generator<Uint8Array | string> {
  yield JSON.stringify(message);
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
  yield '';
}
