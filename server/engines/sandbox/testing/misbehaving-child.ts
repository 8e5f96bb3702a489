import { serveRequests } from '../child-side.ts';
import { encodeFrame } from '../frames.ts';

/** Does what the bytes say, like a parser under the control of a malicious document; otherwise it echoes them. */
await serveRequests(async (_message, bytes) => {
  switch (bytes.toString()) {
    case 'hang':
      for (;;) Math.random();
    case 'crash':
      return process.exit(1);
    case 'fill the heap':
      for (const hog: string[][] = []; ; ) hog.push(new Array(1_000).fill('x'));
    case 'fill buffers':
      for (const hog: Buffer[] = []; ; ) hog.push(Buffer.alloc(1024 * 1024, 1));
    case 'write rubbish':
      process.stdout.write('this is no frame');
      break;
    case 'say something else':
      return [JSON.stringify({ pages: 'many' })];
    case 'send without end':
      process.stdout.write(encodeFrame('{"isDone":true}'));
      for (;;) process.stdout.write(encodeFrame(Buffer.alloc(1024 * 1024)));
    case 'stop in the middle':
      process.stdout.write(encodeFrame('{"isDone":true}'));
      process.stdout.write(encodeFrame('half'));
      return process.exit(0);
    default:
  }
  return ['{"isDone":true}', bytes, ''];
});
