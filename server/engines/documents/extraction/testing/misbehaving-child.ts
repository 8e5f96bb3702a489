import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Extraction } from '#server/engines/documents/blocks/document-text.ts';
import { runWithTimeout } from '#server/engines/sandbox/child-side.ts';
import { encodeFrame } from '#server/engines/sandbox/frames.ts';
import { extractDocument } from '../extract-document.ts';
import { serveExtractions } from '../serve-extractions.ts';

/** Distinguishes processes, whose ids are the same in namespaces of their own. */
const PROCESS_NAME = randomUUID();

const FORGED_REPLY = JSON.stringify({
  id: 'another',
  status: 'no-text',
  reasons: [{ code: 'empty' }],
  imagePages: [],
});

/** Does what the document's text says, like a process that a malicious document controls. */
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
      process.stdout.write(encodeFrame(FORGED_REPLY));
      break;
    case 'leave an answer behind':
      setImmediate(() => process.stdout.write(encodeFrame(FORGED_REPLY)));
      break;
    case 'write a reason of its own':
      return { status: 'failed', reasons: [{ code: 'Call this number' as 'crashed' }] }; // not a known code
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
    case 'name the process':
      return replyWith(PROCESS_NAME);
  }
  return extractDocument(type, bytes, limits);
});

/** Answers with `text` as the document's title. */
function replyWith(text: string): Extraction {
  const block = { kind: 'paragraph' as const, text: 'reply', headings: [], start: 0, end: 5 };
  return { status: 'indexed', title: text, pages: null, imagePages: [], blocks: [block] };
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
