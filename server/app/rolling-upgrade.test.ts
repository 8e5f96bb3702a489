import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startS3Server } from '#server/testing/fakes/s3-server.ts';
import { openProxiedDatabase } from '#server/testing/proxied-database.ts';
import { ADMIN_PASSWORD, type ServerProcess, startServer, upload } from '#server/testing/server-process.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Commits of earlier versions, from the oldest that can be upgraded without stopping. */
const EARLIER_VERSIONS = [
  { version: '0.1.0', commit: '7fbcdb7', restarts: false },
  // The state after 0.1.0 with half of the migrations, which starts on the schema of later versions.
  { version: 'between 0.1.0 and this one', commit: '00cdadb5', restarts: true },
] as const;

const isThere = (commit: string): boolean => {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const isPostgres = process.env['MUNIMENT_TEST_DATABASE'] === 'postgres';

/**
 * Checks an earlier version out, with the libraries of this one. Those that only earlier versions need (@fastify/helmet) stay
 * development dependencies.
 */
function checkOut(directory: string, commit: string): string {
  mkdirSync(directory);
  const archive = execFileSync('git', ['archive', commit, 'server', 'shared', 'package.json'], {
    cwd: ROOT,
    maxBuffer: 1024 ** 3,
  });
  execFileSync('tar', ['--extract', '--directory', directory], { input: archive });
  symlinkSync(realpathSync(join(ROOT, 'node_modules')), join(directory, 'node_modules'));
  return join(directory, 'server/app/main.ts');
}

async function read(server: ServerProcess, cookie: string, id: number): Promise<string> {
  const response = await fetch(`${server.url}/api/files/${id}/download`, { headers: { cookie } });
  return `${response.status} ${await response.text()}`;
}

async function find(server: ServerProcess, cookie: string, word: string): Promise<unknown> {
  const response = await fetch(`${server.url}/api/search?query=${word}`, { headers: { cookie } });
  const { documentInfo } = (await response.json()) as { documentInfo?: { fileId: number } }; // the contract of both versions
  return documentInfo?.fileId;
}

describe.runIf(isPostgres)('a rolling upgrade', () => {
  test.for(EARLIER_VERSIONS.filter(({ commit }) => isThere(commit)))(
    'a node of version $version works beside a node of this version, and restarts if it can',
    { tags: ['full'], timeout: 180_000 },
    async ({ commit, restarts }) => {
      const directory = mkdtempSync(join(tmpdir(), 'muniment-upgrade-'));
      onTestFinished(() => rmSync(directory, { recursive: true }));
      const s3 = await startS3Server();
      onTestFinished(() => s3.stop());
      const { url } = await openProxiedDatabase();
      const shared = {
        ADMIN_PASSWORD,
        DATABASE_URL: url,
        MASTER_KEY: randomBytes(32).toString('base64'),
        S3_ENDPOINT: s3.settings.endpoint,
        S3_BUCKET: s3.settings.bucket,
        S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
        S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
      };
      const start = async (name: string, program?: string): Promise<ServerProcess> => {
        const server = await startServer({ ...shared, DATA_DIR: join(directory, name) }, [], program);
        onTestFinished(async () => void (await server.end('SIGKILL')));
        return server;
      };
      const program = checkOut(join(directory, 'previous'), commit);
      let previous = await start('data-a', program);
      const cookie = await previous.signIn();
      const before = await upload(previous.url, cookie, { name: 'before.txt', content: 'A capercaillie' });

      const current = await start('data-b');
      expect(await read(current, cookie, before.id)).toBe('200 A capercaillie');
      if (restarts) {
        await previous.end('SIGKILL');
        previous = await start('data-a', program);
      }
      const fromPrevious = await upload(previous.url, cookie, {
        name: 'previous.txt',
        content: 'A kittiwake',
      });
      const fromCurrent = await upload(current.url, cookie, { name: 'current.txt', content: 'A nightjar' });
      for (const server of [previous, current]) {
        expect(await read(server, cookie, fromPrevious.id)).toBe('200 A kittiwake');
        expect(await read(server, cookie, fromCurrent.id)).toBe('200 A nightjar');
        for (const [word, { id }] of [
          ['capercaillie', before],
          ['kittiwake', fromPrevious],
          ['nightjar', fromCurrent],
        ] as const)
          await vi.waitFor(async () => expect(await find(server, cookie, word)).toBe(id), 30_000);
        expect(
          (await fetch(`${server.url}/api/folders`, { headers: { cookie: await server.signIn() } })).status,
        ).toBe(200);
      }
    },
  );
});
