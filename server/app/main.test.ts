import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openStreamedUpload, sendZeroes } from '#server/testing/clients/streamed-upload.ts';
import { ADMIN_PASSWORD, type ServerProcess, startServer, upload } from '#server/testing/server-process.ts';
import { runFailingStart } from '#server/testing/start-server.ts';
import type { File } from '#shared/contracts/files.ts';

// Twenty complete starts, on a machine that may be busy with the other tests.
vi.setConfig({ testTimeout: 60_000 });

let dataDir: string;
let running: ServerProcess[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'muniment-process-'));
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((server) => server.end('SIGKILL')));
  await rm(dataDir, { recursive: true });
});

async function start(env: Record<string, string> = { ADMIN_PASSWORD }): Promise<ServerProcess> {
  const server = await startServer({ DATA_DIR: dataDir, ...env });
  running.push(server);
  return server;
}

const get = (server: ServerProcess, path: string, cookie: string): Promise<Response> =>
  fetch(server.url + path, { headers: { cookie } });

async function listFiles(server: ServerProcess, cookie: string): Promise<File[]> {
  return (await get(server, '/api/files', cookie)).json() as Promise<File[]>; // as the contract says
}

function portOf(server: Server): string {
  const address = server.address();
  return typeof address === 'object' ? String(address?.port) : '';
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

// The server processes use SQLite here; the API tests cover the differences between the engines.
describe.runIf(process.env['MUNIMENT_TEST_DATABASE'] !== 'postgres')('a server process', () => {
  test('the first start names the administrator once, and a restart finds all data', async () => {
    const first = await start({});
    const password = /^Sign in as admin with the password (\S+) /m.exec(first.stdout())?.[1] ?? '';
    const cookie = await first.signIn(password);
    const { id } = await upload(first.url, cookie, { name: 'deed.txt', content: 'Deed of gift' });
    expect(await first.end('SIGTERM')).toBe(0);
    const second = await start({});
    expect(second.stdout()).not.toMatch(/Sign in|password/);
    const download = await get(second, `/api/files/${id}/download`, await second.signIn(password));
    expect(await download.text()).toBe('Deed of gift');
    expect((await get(second, '/api/user', cookie)).status).toBe(200);
  });

  test('a first start that cannot listen has printed the password of the new administrator', {
    tags: ['full'],
  }, async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await expect.poll(() => taken.address()).not.toBeNull();
    const { code, out, err } = await runFailingStart({ DATA_DIR: dataDir, PORT: portOf(taken) });
    taken.close();
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^Muniment did not start: .*PORT.*EADDRINUSE.*\n$/),
    ]);
    const password = /the password (\S+) /.exec(out)?.[1] ?? '';
    await (await start({})).signIn(password);
  });

  test('Ctrl-C ends the server within seconds, with code 0, even during a download', async () => {
    const server = await start();
    const cookie = await server.signIn();
    const { id } = await upload(server.url, cookie, { name: 'big.pdf', content: randomBytes(20_000_000) });
    const download = await get(server, `/api/files/${id}/download`, cookie);
    const began = performance.now();
    expect(await server.end('SIGINT')).toBe(0);
    expect(performance.now() - began).toBeLessThan(9_000);
    await expect(download.arrayBuffer()).rejects.toThrow();
  });

  test('a second process on the same folder is refused, and a kill releases the folder', async () => {
    const first = await start();
    const cookie = await first.signIn();
    const { code, err } = await runFailingStart({ DATA_DIR: dataDir });
    expect(code).toBe(1);
    expect(err).toBe(
      `Muniment did not start: Another Muniment is running on ${dataDir}. Stop it first, or start this one with another DATA_DIR.\n`,
    );
    await upload(first.url, cookie, { name: 'a.txt', content: 'a' });
    await first.end('SIGKILL');
    const next = await start();
    expect(await listFiles(next, cookie), 'the session survives the kill').toHaveLength(1);
  });

  test('an invalid environment variable ends the start with one line that names it', {
    tags: ['full'],
  }, async () => {
    await writeFile(join(dataDir, 'file'), '');
    const silent = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void silent.close());
    await expect.poll(() => silent.address()).not.toBeNull();
    const wrong: [string, string][] = [
      ['PORT', 'http'],
      ['MASTER_KEY', 'too short'],
      ['DATABASE_URL', 'postgres://127.0.0.1:9/room'],
      ['DATABASE_URL', `postgres://127.0.0.1:${portOf(silent)}/room`],
      ['HOST', 'no.such.host.invalid'],
      ['DATA_DIR', join(dataDir, 'file')],
    ];
    const starts = wrong.map(async ([name, value], at) => {
      const { code, err } = await runFailingStart({ DATA_DIR: join(dataDir, String(at)), [name]: value });
      expect([name, code]).toEqual([name, 1]);
      expect(err).toMatch(new RegExp(`^Muniment did not start: [^\n]*${name}[^\n]*\n$`));
    });
    await Promise.all(starts);
  });

  test('a server killed during fifty uploads keeps each acknowledged file and no partial one', {
    tags: ['full'],
  }, async () => {
    const server = await start();
    const cookie = await server.signIn();
    const sent = new Map(
      Array.from({ length: 50 }, (_, at) => [`${at}.bin`, randomBytes(300_000 + at * 20_000)]),
    );
    const acknowledged: File[] = [];
    const enough = Promise.withResolvers<void>();
    // The others may all have arrived when the server is killed.
    const partial = openStreamedUpload(server.url, cookie);
    await sendZeroes(partial.sending, 2_000_000);
    const uploads = [...sent].map(async ([name, content]) => {
      acknowledged.push(await upload(server.url, cookie, { name, content }));
      if (acknowledged.length === 10) enough.resolve();
    });
    const ended = Promise.allSettled(uploads);
    await enough.promise;
    await server.end('SIGKILL');
    await ended;
    expect(acknowledged.length).toBeLessThan(50);
    expect(await readdir(join(dataDir, 'objects', 'incoming'))).not.toEqual([]);

    const again = await start();
    const owner = await again.signIn();
    const listed = await listFiles(again, owner);
    expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged.map(({ id }) => id)));
    for (const { id, name, size } of listed) {
      const bytes = await (await get(again, `/api/files/${id}/download`, owner)).bytes();
      expect([size, sha256(bytes)]).toEqual([bytes.length, sha256(sent.get(name) ?? Buffer.alloc(0))]);
    }
    expect(await readdir(join(dataDir, 'objects', 'incoming'))).toEqual([]);
  });

  test('a server stopped during fifty uploads exits in time with code 0 and keeps each acknowledged file', {
    tags: ['full'],
  }, async () => {
    const server = await start();
    const cookie = await server.signIn();
    const acknowledged = new Map<number, string>();
    const enough = Promise.withResolvers<void>();
    const uploads = Array.from({ length: 50 }, async (_, at) => {
      const content = randomBytes(300_000 + at * 20_000);
      const { id } = await upload(server.url, cookie, { name: `${at}.bin`, content });
      acknowledged.set(id, sha256(content));
      if (acknowledged.size === 5) enough.resolve();
    });
    const ended = Promise.allSettled(uploads);
    await enough.promise;
    const isUnderLoad = acknowledged.size < 50;
    const began = performance.now();
    expect(await server.end('SIGTERM')).toBe(0);
    expect(performance.now() - began).toBeLessThan(10_500);
    await ended;
    expect(isUnderLoad).toBe(true);

    const again = await start();
    const owner = await again.signIn();
    const listed = await listFiles(again, owner);
    expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining([...acknowledged.keys()]));
    for (const [id, hash] of acknowledged) {
      const bytes = await (await get(again, `/api/files/${id}/download`, owner)).bytes();
      expect(sha256(bytes)).toBe(hash);
    }
    expect(await readdir(join(dataDir, 'objects', 'incoming'))).toEqual([]);
  });

  test('a server that is killed repeatedly during extraction indexes all documents in the end', {
    tags: ['full'],
  }, async () => {
    const words = ['heron', 'plover', 'dunlin', 'avocet', 'curlew', 'whimbrel', 'godwit', 'turnstone'];
    let server = await start();
    let cookie = await server.signIn();
    for (const word of words) {
      const content = `The ${word} agreement.\n\n`.repeat(3_000);
      await upload(server.url, cookie, { name: `${word}.txt`, content });
    }
    for (let kills = 0; kills < 2; kills += 1) {
      await server.end('SIGKILL');
      server = await start();
      cookie = await server.signIn();
    }
    await vi.waitFor(
      async () => {
        const statuses = (await listFiles(server, cookie)).map(({ indexStatus }) => indexStatus);
        expect(statuses).toEqual(words.map(() => 'indexed'));
      },
      { timeout: 15_000, interval: 100 },
    );
    for (const word of words) {
      await vi.waitFor(async () => {
        const answer = await get(server, `/api/search?query=${word}+agreement`, cookie);
        expect(await answer.json()).toMatchObject({ documentInfo: { fileName: `${word}.txt` } });
      }, 15_000);
    }
  });

  test('the output contains no secrets, even with LOG_LEVEL=trace', async () => {
    const MASTER_KEY = randomBytes(32).toString('base64');
    const server = await start({ ADMIN_PASSWORD, MASTER_KEY, LOG_LEVEL: 'trace' });
    const cookie = await server.signIn();
    await expect(server.signIn('a wrong guess')).rejects.toThrow();
    const secrets = { name: 'nightingale.txt', content: 'The kingfisher clause' };
    const { id } = await upload(server.url, cookie, secrets);
    await get(server, '/api/search?query=kingfisher', cookie);
    await get(server, '/invite/a-secret-token', cookie);
    await get(server, `/api/files/${id}/download?name=nightingale`, cookie);
    const headers = { cookie, 'content-type': 'application/json' };
    for (const body of ['{"password":"kingfisher', '{"password":"kingfisher"}'])
      await fetch(`${server.url}/api/login`, { method: 'POST', headers, body });
    // This includes failures of our own: the log line contains the cause.
    await rm(join(dataDir, 'objects'), { recursive: true });
    expect((await get(server, `/api/files/${id}/download`, cookie)).status).toBe(500);
    await expect(upload(server.url, cookie, secrets)).rejects.toThrow();
    await server.end('SIGTERM');
    expect(server.stdout()).toMatch(/"route":"\/api\/login"/);
    expect(server.stdout()).toMatch(/"msg":"request failed"/);
    const token = cookie.split('=')[1] ?? '';
    for (const secret of [
      ADMIN_PASSWORD,
      'a wrong guess',
      MASTER_KEY,
      token,
      'nightingale',
      'kingfisher',
      'secret-token',
    ])
      expect(server.stdout()).not.toContain(secret);
  });
});
