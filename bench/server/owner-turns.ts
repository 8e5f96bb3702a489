import { setTimeout as wait } from 'node:timers/promises';
import { createContractText } from '../fixtures/contract-text.ts';
import { withDatabase } from '../fixtures/database.ts';
import { createSessionCookie, insertUser } from '../fixtures/users.ts';
import {
  type BenchServer,
  startBenchServer,
  withServer,
  withTemporaryDirectory,
} from '../harness/bench-server.ts';
import type { Figure } from '../harness/figures.ts';

const LARGE_FILES = 8;
const LARGE_BYTES = 5 * 1024 ** 2;
const SMALL_BYTES = 1024;
const MAX_DELAY_MS = 5_000;
const POLL_INTERVAL_MS = 25;

/** Measures how long a file of 1 KB takes to be searchable alone, and right after eight files of 5 MB of another user. */
export function benchOwnerTurns(): Promise<Figure[]> {
  return withTemporaryDirectory(async (dataDir) => {
    const [busy = '', other = ''] = await withDatabase(dataDir, async (db) => [
      await createSessionCookie(db, await insertUser(db, 'busy', 0)),
      await createSessionCookie(db, await insertUser(db, 'other', 0)),
    ]);
    return withServer(startBenchServer(dataDir), async (server) => {
      const { passage } = createContractText(5);
      const textOf = (bytes: number): string => {
        let text = '';
        while (text.length < bytes) text += `${passage()}\n\n`;
        return text.slice(0, bytes);
      };
      const large = Array.from({ length: LARGE_FILES }, () => textOf(LARGE_BYTES));
      await measureSmallFile(server, other, 'warm-up.txt', textOf(SMALL_BYTES));
      const alone = await measureSmallFile(server, other, 'alone.txt', textOf(SMALL_BYTES));
      const begun = performance.now();
      for (const [nth, text] of large.entries()) await upload(server, busy, `large-${nth}.txt`, text);
      const beside = await measureSmallFile(server, other, 'beside.txt', textOf(SMALL_BYTES));
      while ((await server.pendingWork()) !== 0) await wait(POLL_INTERVAL_MS);
      return [
        { name: '1 KB searchable, alone', value: alone, unit: 'ms' },
        { name: '1 KB searchable, beside 8 files of 5 MB', value: beside, unit: 'ms' },
        { name: 'delay', value: beside - alone, unit: 'ms', target: { atMost: MAX_DELAY_MS } },
        { name: 'all large files searchable', value: performance.now() - begun, unit: 'ms' },
      ];
    });
  });
}

async function upload({ origin }: BenchServer, cookie: string, name: string, text: string): Promise<void> {
  const form = new FormData();
  form.set('folderId', '');
  form.set('file', new Blob([text]), name);
  const response = await fetch(`${origin}/api/files`, { method: 'POST', headers: { cookie }, body: form });
  if (response.status !== 201) throw new Error(`the upload of ${name} answered ${response.status}`);
  await response.arrayBuffer();
}

/** Uploads a file and resolves with the time until a search finds it by its text. */
async function measureSmallFile(
  server: BenchServer,
  cookie: string,
  name: string,
  text: string,
): Promise<number> {
  const word = `marker${name.replace(/\W/g, '')}`;
  const begun = performance.now();
  await upload(server, cookie, name, `${word} ${text}`);
  for (;;) {
    const response = await fetch(`${server.origin}/api/search?query=${word}`, { headers: { cookie } });
    if ((await response.text()).includes('"fileId"')) return performance.now() - begun;
    await wait(POLL_INTERVAL_MS);
  }
}
