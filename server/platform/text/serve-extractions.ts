import { Console } from 'node:console';
import type { DocumentType, Extraction } from './block.ts';
import type { DocumentLimits } from './extract-document.ts';
import { frame, readFrames, readPayload } from './frames.ts';
import { request } from './protocol.ts';

/** Blocks are written in batches of about this many bytes, since each write blocks until the parent has room. */
const BATCH_BYTES = 64 * 1024;

/** The child's side: answers one request after another until the parent closes the pipe. */
export async function serveExtractions(
  extract: (type: DocumentType, bytes: Buffer, limits: DocumentLimits) => Promise<Extraction>,
): Promise<void> {
  // What a library prints must not stand among the frames.
  globalThis.console = new Console(process.stderr);
  // Tells that the program has started: what goes wrong before is no document's fault.
  process.stdout.write(frame(''));
  const frames = readFrames(process.stdin);
  for (let head = await frames.next(); !head.done; head = await frames.next()) {
    const { id, type, ...limits } = request.parse(JSON.parse(head.value.toString()));
    writeReply(id, await extract(type, await readPayload(frames), limits));
  }
}

function writeReply(id: string, extraction: Extraction): void {
  let batch: Buffer[] = [];
  let size = 0;
  const add = (message: object): void => {
    const bytes = frame(JSON.stringify(message));
    batch.push(bytes);
    size += bytes.length;
    if (size < BATCH_BYTES) return;
    process.stdout.write(Buffer.concat(batch));
    batch = [];
    size = 0;
  };
  if (extraction.status === 'indexed') {
    const { blocks, ...outcome } = extraction;
    for (const block of blocks) add(block);
    add({ id, ...outcome });
  } else add({ id, ...extraction });
  process.stdout.write(Buffer.concat(batch));
}
