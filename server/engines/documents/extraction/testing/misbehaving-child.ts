import { readFileSync } from 'node:fs';
import type { Extraction } from '#server/engines/documents/blocks/document-text.ts';
import { encodeFrame } from '#server/engines/sandbox/frames.ts';
import { runWithTimeout } from '#server/engines/sandbox/run-with-timeout.ts';
import { extractDocument } from '../extract-document.ts';
import { serveExtractions } from '../serve-extractions.ts';

/** Does what the document's text says, as a reader would that a hostile document has turned. */
await serveExtractions(async (type, bytes, limits): Promise<Extraction> => {
  switch (bytes.toString()) {
    case 'hang':
      return loop();
    case 'hang while reading':
      return runWithTimeout(loop, limits.timeoutMs);
    case 'crash':
      return process.exit(1);
    case 'crash after the answer':
      setImmediate(() => process.exit(1));
      break;
    case 'fill the heap':
      for (const hog: string[][] = []; ; ) hog.push(new Array(1_000).fill('x'));
    case 'fill buffers':
      for (const hog: Buffer[] = []; ; ) hog.push(Buffer.alloc(1024 * 1024, 1));
    case 'write rubbish':
      process.stdout.write('this is no frame');
      break;
    case 'write a foreign answer':
      process.stdout.write(
        encodeFrame(JSON.stringify({ id: 'another', status: 'no-text', reason: 'forged' })),
      );
      break;
    case 'leave an answer behind':
      setImmediate(() =>
        process.stdout.write(
          encodeFrame(JSON.stringify({ id: 'another', status: 'no-text', reason: 'forged' })),
        ),
      );
      break;
    case 'write wrong offsets':
      return {
        status: 'indexed',
        title: null,
        pages: null,
        imagePages: [],
        blocks: [{ kind: 'paragraph', text: 'abc', headings: [], start: 5, end: 8 }],
      };
    case 'print':
      // biome-ignore lint/suspicious/noConsole: a library that prints is what is imitated.
      console.log('a warning of a library');
      break;
    case 'show the environment':
      return replyWith(JSON.stringify(Object.keys(process.env)));
    case 'read a foreign file':
      return replyWith(attempt(() => readFileSync('/etc/passwd', 'utf8')));
    case 'evaluate':
      // biome-ignore lint/security/noGlobalEval: what must be refused.
      return replyWith(attempt(() => eval('1 + 1')));
    case 'tell the process':
      return replyWith(String(process.pid));
  }
  return extractDocument(type, bytes, limits);
});

function replyWith(reason: string): Extraction {
  return { status: 'no-text', reason, imagePages: [] };
}

function loop(): never {
  for (;;);
}

function attempt(action: () => unknown): string {
  try {
    return `allowed: ${String(action()).slice(0, 20)}`;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}
