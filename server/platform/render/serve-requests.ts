import { Console } from 'node:console';
import { frame, readFrames, readPayload } from '../text/frames.ts';

/** Below what a frame may hold. */
const CHUNK_BYTES = 1024 * 1024;

export interface Reply {
  message: object;
  bytes?: Uint8Array;
}

/** The child's side: a message and its bytes in, a message and its bytes out, until the parent closes the pipe. */
export async function serveRequests(
  answer: (message: unknown, bytes: Buffer) => Promise<Reply>,
): Promise<void> {
  // What a library prints must not stand among the frames.
  globalThis.console = new Console(process.stderr);
  // Tells that the program has started: what goes wrong before is no document's fault.
  process.stdout.write(frame(''));
  const frames = readFrames(process.stdin);
  for (let head = await frames.next(); !head.done; head = await frames.next()) {
    const message: unknown = JSON.parse(head.value.toString());
    const { message: said, bytes = new Uint8Array() } = await answer(message, await readPayload(frames));
    process.stdout.write(frame(JSON.stringify(said)));
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      process.stdout.write(frame(bytes.subarray(at, at + CHUNK_BYTES)));
    }
    process.stdout.write(frame(''));
  }
}
