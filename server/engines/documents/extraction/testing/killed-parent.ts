import { Readable } from 'node:stream';
import { createExtractionPool } from '../extraction-pool.ts';

/** Starts a child on an endless loop, says its process id, and lives on until it is killed. */
const pool = createExtractionPool(new URL('./misbehaving-child.ts', import.meta.url), 1, {
  maxInflated: 1,
  maxText: 1_000,
  timeoutMs: 1_500,
  memoryMb: 300,
});
const read = (text: string) => pool.extract('txt', async () => Readable.from([Buffer.from(text)]));

const answer = await read('tell the process');
void read('hang while reading');
if (answer.status === 'no-text') setImmediate(() => process.stdout.write(answer.reason));
