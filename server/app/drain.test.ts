import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { MULTIPART_TYPE, multipartBody } from '#server/testing/clients/inject-client.ts';
import { openHeldRequest } from '#server/testing/held-request.ts';
import { ADMIN_PASSWORD, type ServerProcess, startServer } from '#server/testing/server-process.ts';

async function start(
  env: Record<string, string>,
  launcher: readonly string[] = [],
): Promise<{ server: ServerProcess; cookie: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'muniment-drain-'));
  const server = await startServer({ DATA_DIR: dataDir, ADMIN_PASSWORD, ...env }, launcher);
  onTestFinished(async () => {
    await server.end('SIGKILL');
    await rm(dataDir, { recursive: true });
  });
  return { server, cookie: await server.signIn() };
}

/** Begins an upload whose form stops after its first byte. */
const beginUpload = (server: ServerProcess, cookie: string) =>
  openHeldRequest(server.url, {
    method: 'POST',
    path: '/api/files',
    cookie,
    headers: { 'content-type': MULTIPART_TYPE },
    body: multipartBody([{ name: 'file', value: 'A deed', filename: 'deed.txt' }]),
  });

const answers = (server: ServerProcess, path: string): Promise<number | undefined> =>
  fetch(`${server.url}${path}`).then(
    ({ status }) => status,
    () => undefined,
  );

describe('a server that receives SIGTERM', () => {
  test('a stopping server lets an upload end and then exits', async () => {
    const { server, cookie } = await start({ SHUTDOWN_TIMEOUT_SECONDS: '60' });
    const upload = beginUpload(server, cookie);
    // The upload has arrived once a later request on another connection is answered.
    expect(await answers(server, '/livez')).toBe(200);
    const ended = server.end('SIGTERM');
    await expect.poll(() => answers(server, '/livez')).toBeUndefined();
    expect((await upload.release()).status).toBe(201);
    expect(await ended).toBe(0);
  });

  test('a server that receives SIGTERM cuts an upload off after the time limit', {
    tags: ['full'],
  }, async () => {
    const { server, cookie } = await start({ SHUTDOWN_TIMEOUT_SECONDS: '1' });
    const upload = beginUpload(server, cookie);
    expect(await answers(server, '/livez')).toBe(200);
    expect(await server.end('SIGTERM')).toBe(0);
    await expect(upload.answer).rejects.toThrow();
  });

  test('a stopping server is not ready but serves requests until load balancers have noticed', async () => {
    const { server, cookie } = await start({ SHUTDOWN_DELAY_SECONDS: '3' });
    await expect.poll(() => answers(server, '/readyz')).toBe(200);
    const ended = server.end('SIGTERM');
    await expect.poll(() => answers(server, '/readyz')).toBe(503);
    const response = await fetch(`${server.url}/api/files`, { headers: { cookie } });
    expect([response.status, response.headers.get('x-content-type-options')]).toEqual([200, 'nosniff']);
    expect(await ended).toBe(0);
  });
});

/** Sends two requests at once over one connection, the first without its last bytes; resolves to all that is answered. */
async function sendBoth(url: string, first: string, last: string, second: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const answer = text(socket);
  socket.write(first);
  await once(socket, 'connect');
  return { release: () => socket.write(last + second), answer };
}

test('a stopping server refuses with its usual body and headers what arrives on an open connection', async () => {
  const { server } = await start({ SHUTDOWN_TIMEOUT_SECONDS: '60' });
  const head = (line: string) => `${line} HTTP/1.1\r\nhost: ${new URL(server.url).host}\r\n`;
  const json = 'content-type: application/json\r\ncontent-length: 2\r\n\r\n{';
  const sent = await sendBoth(
    server.url,
    head('POST /api/login') + json,
    '}',
    `${head('GET /api/files')}\r\n`,
  );
  expect(await answers(server, '/livez')).toBe(200);
  const ended = server.end('SIGTERM');
  await expect.poll(() => answers(server, '/livez')).toBeUndefined();
  sent.release();
  const refusals = (await sent.answer).split(/(?=HTTP\/1\.1 )/);
  expect(refusals.map((refusal) => refusal.slice(9, 12))).toEqual(['400', '401']);
  for (const refusal of refusals) {
    expect(refusal).toMatch(/^x-content-type-options: nosniff\r$/im);
    expect(refusal).toMatch(/^content-security-policy: /im);
    const [, body = ''] = refusal.split('\r\n\r\n');
    expect(JSON.parse(body)).toMatchObject({ error: expect.any(String), code: expect.any(String) });
  }
  expect(await ended).toBe(0);
});

/** Starts its arguments as `npm start` starts the server: in a process group of their own, with a channel. */
const LAUNCHER = `require('node:child_process').spawn(process.argv[1], process.argv.slice(2), {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'], detached: true })`;

test('a server whose launcher is killed exits', { tags: ['full'] }, async () => {
  const { server } = await start({}, [process.execPath, '-e', LAUNCHER]);
  // Resolves when the output ends, which both of them hold open.
  await server.end('SIGKILL');
  expect(await answers(server, '/livez')).toBeUndefined();
  expect(server.stdout()).toContain('Shutting down');
});
