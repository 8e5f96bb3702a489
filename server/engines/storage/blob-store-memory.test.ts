import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);

/** In a process of its own, whose resident memory is read at every chunk; a small blob first, so that all code is loaded. */
const SCRIPT = `
  import { Readable } from 'node:stream';
  import { createBlobStore } from ${module('blob-store.ts')};
  import { createKeyRing } from ${module('key-ring.ts')};
  import { DiskStore } from ${module('disk-store.ts')};
  const blobs = createBlobStore(new DiskStore(process.argv[1]), createKeyRing({ masterKey: Buffer.alloc(32) }));
  await blobs.sweep();
  let peak = 0;
  const measure = () => { peak = Math.max(peak, process.memoryUsage.rss()); };
  const chunk = Buffer.alloc(65536); // One for all, so that only the store's own memory is counted.
  async function* zeroes(megabytes) {
    for (let sent = 0; sent < megabytes * 16; sent += 1) { measure(); yield chunk; }
  }
  async function storeAndRead(megabytes) {
    const blob = await blobs.put(Readable.from(zeroes(megabytes)), { maxBytes: Infinity });
    let read = 0;
    for await (const chunk of await blobs.open(blob)) { measure(); read += chunk.length; }
    return read;
  }
  await storeAndRead(4);
  const before = process.memoryUsage.rss();
  const read = await storeAndRead(100);
  console.log(JSON.stringify({ read, grown: peak - before }));`;

test('storing and reading 100 MB takes less than 30 MB of memory', () => {
  const directory = mkdtempSync(join(tmpdir(), 'muniment-memory-'));
  try {
    const args = ['--input-type=module', '-e', SCRIPT, directory];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(stderr).toBe('');
    const { read, grown } = JSON.parse(stdout);
    expect(read).toBe(100 * 1024 ** 2);
    expect(grown / 1024 ** 2).toBeLessThan(30);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
