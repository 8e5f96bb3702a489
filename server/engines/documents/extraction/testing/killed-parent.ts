import { Readable } from 'node:stream';
import { ExtractionPool } from '../extraction-pool.ts';

/** Starts a child in an endless loop, prints a line, and waits to be killed. */
const pool = new ExtractionPool(new URL('./misbehaving-child.ts', import.meta.url), 1, {
  maxInflated: 1,
  maxText: 1_000,
  timeoutMs: 8_000,
  memoryMb: 300,
});
const read = (text: string) =>
  pool.extract({ owner: 'ann', type: 'txt', bytes: async () => Readable.from([Buffer.from(text)]) });

await read('name the process');
void read('hang while reading');
setImmediate(() => process.stdout.write('started'));
