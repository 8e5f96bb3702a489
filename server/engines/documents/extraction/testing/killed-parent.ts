import { Readable } from 'node:stream';
import { createExtractionPool } from '../extraction-pool.ts';

/** Starts a child in an endless loop, prints the child's process id, and waits to be killed. */
const pool = createExtractionPool(new URL('./misbehaving-child.ts', import.meta.url), 1, {
  maxInflated: 1,
  maxText: 1_000,
  timeoutMs: 1_500,
  memoryMb: 300,
});
const read = (text: string) => pool.extract('txt', async () => Readable.from([Buffer.from(text)]));

const answer = await read('report the process id');
void read('hang while reading');
if (answer.status === 'indexed') setImmediate(() => process.stdout.write(String(answer.title)));
