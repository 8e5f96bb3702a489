import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { canSandbox } from '#server/engines/sandbox/testing/can-sandbox.ts';
import { runFailingStart, startServer } from '#server/testing/start-server.ts';

/** Runs a program on a system that refuses user namespaces. */
const WITHOUT_NAMESPACES = canSandbox
  ? [
      ...['unshare', '--map-root-user', 'sh', '-c'],
      ...['echo 0 > /proc/sys/user/max_user_namespaces; exec "$@"', 'sh'],
    ]
  : [];

let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'muniment-sandbox-setting-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

async function readinessOf(origin: string): Promise<unknown> {
  return (await fetch(`${origin}/readyz`)).json();
}

// The server processes use SQLite.
describe.runIf(process.env['MUNIMENT_TEST_DATABASE'] !== 'postgres')('the setting SANDBOX', () => {
  test.runIf(canSandbox)('a server with user namespaces names the level and accepts "require"', async () => {
    const env = { DATA_DIR: dataDir, SANDBOX: 'require' };
    await using server = await startServer({ env });
    expect(server.stdout()).toMatch(/^Sandbox: documents are processed in Linux namespaces/m);
    expect(await readinessOf(server.origin)).toMatchObject({ sandbox: 'namespaces' });
  });

  test('a server without user namespaces starts by default and names the lower level', async () => {
    await using server = await startServer({ env: { DATA_DIR: dataDir }, launcher: WITHOUT_NAMESPACES });
    expect(server.stdout()).toMatch(/^Sandbox: documents are processed without Linux user namespaces/m);
    expect(await readinessOf(server.origin)).toMatchObject({ sandbox: 'permissions' });
  });

  test('a server without user namespaces does not start with "require", and says what to do', async () => {
    const { code, err } = await runFailingStart(
      { DATA_DIR: dataDir, SANDBOX: 'require' },
      WITHOUT_NAMESPACES,
    );
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^Muniment did not start: SANDBOX=require needs .* set SANDBOX=auto\n$/),
    ]);
  });
});
