import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createVirusScanner } from '#server/engines/viruses/virus-scanner.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';

const PROGRAM = ['/usr/sbin/clamd', '/usr/local/sbin/clamd', '/opt/homebrew/sbin/clamd'].find(existsSync);
if (PROGRAM === undefined)
  process.stderr.write(
    'SKIPPED: no clamd is installed (apt-get install clamav-daemon), so none is tested.\n',
  );

/** The harmless file that every scanner reports, in parts: a scanner would report this source too. */
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS', '-TEST-FILE!$H+H*'].join('');
const MAX_STREAM_BYTES = 2 * 1024 * 1024;

let folder = '';
let clamd: ChildProcess | undefined;
let testApp: TestApp;

const socketPath = () => join(folder, 'clamd.sock');

/** Starts clamd with one signature of our own; a database of ClamAV would have to be downloaded. */
async function startClamd(): Promise<void> {
  await mkdir(join(folder, 'database'), { recursive: true });
  await writeFile(
    join(folder, 'database', 'test.ndb'),
    `Test.Eicar:0:*:${Buffer.from(EICAR).toString('hex')}\n`,
  );
  const settings = [
    `DatabaseDirectory ${join(folder, 'database')}`,
    `LocalSocket ${socketPath()}`,
    `TemporaryDirectory ${folder}`,
    `StreamMaxLength ${MAX_STREAM_BYTES}`,
    'Foreground yes',
  ];
  await writeFile(join(folder, 'clamd.conf'), `${settings.join('\n')}\n`);
  clamd = spawn(PROGRAM ?? '', ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' });
  const scanner = createVirusScanner({ path: socketPath() });
  await vi.waitFor(() => scanner.check(), { timeout: 30_000 });
}

async function stopClamd(): Promise<void> {
  const ended = new Promise((resolve) => clamd?.once('exit', resolve));
  clamd?.kill('SIGKILL');
  await ended;
  await rm(socketPath(), { force: true });
}

beforeAll(async () => {
  if (PROGRAM === undefined) return;
  folder = await mkdtemp(join(tmpdir(), 'clamd-'));
  await startClamd();
  testApp = await openTestApp({ config: { virusScanner: { path: socketPath() } } });
});
afterAll(async () => {
  if (PROGRAM === undefined) return;
  await testApp.close();
  await stopClamd();
  await rm(folder, { recursive: true, force: true });
});

test.skipIf(PROGRAM === undefined)(
  'a real clamd decides what is given out, also after it was away',
  { timeout: 300_000 },
  async () => {
    const owner = await testApp.user();
    const clean = await owner.file({ name: 'lease.txt', content: 'A lease.' });
    const infected = await owner.file({ name: 'eicar.txt', content: EICAR });
    const inside = await owner.file({
      name: 'large.txt',
      content: Buffer.concat([Buffer.alloc(1_500_000, 32), Buffer.from(EICAR)]),
    });
    const tooLarge = await owner.file({ name: 'huge.bin', content: Buffer.alloc(5 * 1024 * 1024, 32) });
    const statusOf = async ({ id }: { id: number }) => (await owner.get(`/api/files/${id}/download`)).status;
    await testApp.finishJobs();
    // A connection that ends early can take the answer with it: the scan is repeated.
    await expect
      .poll(async () => {
        testApp.advanceClock(60_000);
        await testApp.finishJobs();
        return (await owner.get(`/api/files/${tooLarge.id}`)).body.scan;
      })
      .toBe('unscannable');
    expect(await Promise.all([clean, infected, inside, tooLarge].map(statusOf))).toEqual([
      200, 403, 403, 403,
    ]);
    await stopClamd();
    const waiting = await owner.file({ name: 'later.txt', content: 'Another lease.' });
    testApp.advanceClock(60_000);
    await testApp.finishJobs();
    expect(await statusOf(waiting)).toBe(409);
    await startClamd();
    testApp.advanceClock(60_000);
    await testApp.finishJobs();
    expect(await statusOf(waiting)).toBe(200);
  },
);
