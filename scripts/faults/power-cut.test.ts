import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { hasDiskFaults, openDiskFaults } from '#server/testing/faults/disk-faults.ts';
import { doMixedWork } from '#server/testing/faults/mixed-work.ts';
import { createWorkLedger, downloadHash, expectLedger, sha256 } from '#server/testing/faults/work-ledger.ts';
import { ADMIN_PASSWORD, startServer, upload } from '#server/testing/server-process.ts';
import { runScript, startScript } from '../command-line/testing/run-script.ts';

vi.setConfig({ testTimeout: 300_000 });

const POWER_CUTS = 4;
const WORK_MS = 2_000;

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-power-cut-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

async function open(dataDir: string, env: Record<string, string> = {}) {
  const server = await startServer({ DATA_DIR: dataDir, ADMIN_PASSWORD, ...env });
  onTestFinished(async () => void (await server.end('SIGKILL')));
  return server;
}

// What was written and not synced is dropped (disk-faults.c), which PostgreSQL's own tests cover for its files.
describe.runIf(hasDiskFaults && process.env['MUNIMENT_TEST_DATABASE'] !== 'postgres')(
  'after a power cut',
  () => {
    test('what was acknowledged is there, deletions included, and nothing is half done', {
      tags: ['full'],
    }, async () => {
      const folder = await newFolder();
      const ledger = createWorkLedger();
      let cookie = '';
      let dataDir = join(folder, 'data-0');
      await mkdir(dataDir);
      for (let cut = 1; cut <= POWER_CUTS; cut += 1) {
        const faults = openDiskFaults(dataDir, { mirrors: true });
        const server = await open(dataDir, faults.env);
        cookie ||= await server.signIn();
        const target = { url: server.url, cookie };
        await expectLedger(target, ledger, { all: true });
        const ended = new AbortController();
        const work = doMixedWork(target, ledger, { signal: ended.signal });
        await wait(WORK_MS * Math.random());
        ended.abort();
        await Promise.all([work, server.end('SIGKILL')]);
        const left = join(folder, `data-${cut}`);
        faults.copyAfterPowerCut(dataDir, left);
        dataDir = left;
      }
      const server = await open(dataDir);
      await expectLedger({ url: server.url, cookie }, ledger, { all: true });
      expect(ledger.acknowledged).toBeGreaterThan(POWER_CUTS);
      expect(await runScript('fsck', [], { DATA_DIR: dataDir })).toMatchObject({
        code: 0,
        out: expect.stringContaining(' 0 problems'),
      });
    });

    test('a backup that ended well is whole, and one that did not has no name', {
      tags: ['full'],
    }, async () => {
      const folder = await newFolder();
      const [dataDir, backups] = [join(folder, 'data'), join(folder, 'backups')];
      await mkdir(backups);
      const server = await open(dataDir);
      const content = randomBytes(3_000_000);
      const { id } = await upload(server.url, await server.signIn(), { name: 'deed.bin', content });
      const faults = openDiskFaults(backups, { mirrors: true });
      const env = { DATA_DIR: dataDir, ...faults.env };
      for (let cut = 0; cut < POWER_CUTS; cut += 1) {
        const { child, ended } = startScript('backup', [join(backups, 'cut')], env);
        await wait(1_500 * Math.random());
        child.kill('SIGKILL');
        // A backup that was faster than the kill.
        if ((await ended).code === 0) break;
        faults.copyAfterPowerCut(backups, join(folder, `cut-${cut}`));
        expect(existsSync(join(folder, `cut-${cut}`, 'cut'))).toBe(false);
      }
      expect(await runScript('backup', [join(backups, 'room')], env)).toMatchObject({ code: 0 });
      faults.copyAfterPowerCut(backups, join(folder, 'left'));
      const restored = { DATA_DIR: join(folder, 'restored') };
      expect(await runScript('restore', [join(folder, 'left', 'room')], restored)).toMatchObject({ code: 0 });
      const again = await open(restored.DATA_DIR);
      const target = { url: again.url, cookie: await again.signIn() };
      expect(await downloadHash(target, id)).toBe(sha256(content));
    });
  },
);
