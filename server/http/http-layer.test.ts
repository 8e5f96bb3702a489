import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { METHODS } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished } from 'vitest';
import { reserveAttempt, signInCounters } from '#server/authorization/sign-in-limits.ts';
import type { ApiResponse } from '#server/testing/clients/inject-client.ts';
import { PASSWORD } from '#server/testing/factories.ts';
import { openTestApp, type TestApp, test } from '#server/testing/test-app.ts';

async function openApp(options: Parameters<typeof openTestApp>[0] = {}): Promise<TestApp> {
  const testApp = await openTestApp(options);
  onTestFinished(() => testApp.close());
  return testApp;
}

/** Opens an app with a web app of two files, beside which a secret is stored. */
async function openAppWithFiles(): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-web-'));
  const webDirectory = join(folder, 'dist');
  await mkdir(join(webDirectory, 'assets'), { recursive: true });
  await writeFile(join(webDirectory, 'index.html'), '<!doctype html><title>The room</title>');
  await writeFile(join(webDirectory, 'assets', 'app-1a2b.js'), 'export {};');
  await writeFile(join(webDirectory, 'assets', 'app-1a2b.js.gz'), gzipSync('export {};'));
  await writeFile(join(folder, 'package.json'), 'a secret');
  const testApp = await openApp({ webDirectory });
  onTestFinished(() => rm(folder, { recursive: true }));
  return testApp;
}

const NOT_FOUND = { error: 'Not found', code: 'not-found' };

/** Sends a URL unchanged, which clients would normalize first. */
const askRaw = (testApp: TestApp, method: string, path: string): Promise<string> =>
  sendRaw(
    testApp,
    `${method} ${path} HTTP/1.1\r\nhost: room\r\nconnection: close\r\naccept: text/html\r\n\r\n`,
  );

async function sendRaw(testApp: TestApp, text: string): Promise<string> {
  const { server } = testApp.server.http;
  if (!server.listening) await testApp.server.http.listen({ port: 0, host: '127.0.0.1' });
  const address = server.address();
  const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1');
  socket.write(text);
  return Buffer.concat(await socket.toArray()).toString();
}

function expectSecured({ headers }: ApiResponse): void {
  const policy = String(headers['content-security-policy']);
  const scripts = /script-src ([^;]+)/.exec(policy)?.[1] ?? /default-src ([^;]+)/.exec(policy)?.[1];
  expect(scripts).toMatch(/'self'|'none'/);
  expect(scripts).not.toMatch(/'unsafe-inline'|'unsafe-eval'|\*|https?:/);
  expect(policy).toMatch(/frame-ancestors 'self'/);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'SAMEORIGIN',
    'permissions-policy': expect.stringContaining('camera=()'),
  });
  expect(headers).not.toHaveProperty('x-powered-by');
}

test('the web app is compressed for clients that accept it, and hashed files are cached', async () => {
  const testApp = await openAppWithFiles();
  const packed = await testApp.anonymous.get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip' });
  expect(gunzipSync(packed.bytes).toString()).toBe('export {};');
  expect(packed.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': expect.stringContaining('javascript'),
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expectSecured(packed);
  const plain = await testApp.anonymous.get('/assets/app-1a2b.js');
  expect([plain.headers['content-encoding'], plain.bytes.toString()]).toEqual([undefined, 'export {};']);
});

test.for([
  ['host: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked', 400, 'invalid'],
  ['host: a\r\nnot a header', 400, 'invalid'],
  [`host: a\r\ncookie: ${'a'.repeat(20_000)}`, 431, 'too-large'],
] as const)('what is no valid request is refused as every other: %#', async ([headers, status, code]) => {
  const answer = await sendRaw(await openApp(), `GET /api/user HTTP/1.1\r\n${headers}\r\n\r\n`);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(JSON.parse(body)).toEqual({ error: expect.any(String), code });
});

describe('health', () => {
  test('a working server is alive and ready', async ({ testApp }) => {
    await testApp.finishJobs();
    for (const path of ['/livez', '/healthz'])
      expect((await testApp.anonymous.get(path)).body).toEqual({ status: 'ok' });
    await expect.poll(async () => (await testApp.anonymous.get('/readyz')).status).toBe(200);
    const { body } = await testApp.anonymous.get('/readyz');
    const sandbox = expect.stringMatching(/^(?:namespaces|permissions)$/);
    const roles = ['web', 'worker', 'index'];
    expect(body).toEqual({ status: 'ready', failing: [], sandbox, roles, search: 'built-in' });
  });

  test('a server is not ready before its index is loaded', async () => {
    const testApp = await openApp();
    const { status, body } = await testApp.anonymous.get('/readyz');
    expect([status, body]).toMatchObject([503, { status: 'starting', failing: [] }]);
  });

  test('a server names the store that is gone and stays ready, until the store is back', async () => {
    const testApp = await openApp();
    await testApp.finishJobs();
    const ready = async () => {
      const { status, body } = await testApp.anonymous.get('/readyz');
      return [status, body];
    };
    await expect.poll(ready).toMatchObject([200, { status: 'ready', failing: [] }]);
    const objects = join(testApp.dataDir, 'objects');
    await rename(objects, `${objects}.gone`);
    expect(await ready()).toMatchObject([200, { status: 'degraded', failing: ['store'] }]);
    await rename(`${objects}.gone`, objects);
    expect(await ready()).toMatchObject([200, { status: 'ready', failing: [] }]);
  });

  test('a server whose queue cannot be read names it', async () => {
    const testApp = await openApp();
    await testApp.server.services.db.schema.alterTable('jobs').renameTo('hidden').execute();
    await testApp.finishJobs();
    expect((await testApp.anonymous.get('/readyz')).body).toMatchObject({ failing: ['jobs'] });
  });

  test('a server whose database is closed is not ready and gives no reason', async () => {
    const testApp = await openTestApp();
    await testApp.server.services.db.destroy();
    const { status, body } = await testApp.anonymous.get('/readyz');
    expect([status, body.failing[0]]).toEqual([503, 'database']);
    const answer = await testApp.anonymous.post('/api/login', { username: 'someone', password: PASSWORD });
    expect([answer.status, answer.body]).toEqual([
      500,
      { code: 'internal', error: 'Something went wrong on our side. Try again.' },
    ]);
    // Errors from closing a closed database are not the subject of this test.
    await testApp.close().catch(() => {});
  });
});

test('metrics count by route and contain no id, name or query', async ({ testApp }) => {
  const owner = await testApp.user();
  const { id } = await owner.file({ name: 'whimbrel.txt', content: 'a' });
  await owner.get(`/api/files/${id}`);
  await owner.get('/api/search?query=whimbrel');
  await owner.get('/api/whimbrel');
  const { status, body } = await testApp.anonymous.get('/metrics');
  expect(status).toBe(200);
  expect(body).toContain(
    'http_request_duration_seconds_count{method="GET",route="/api/files/:id",status="2xx"}',
  );
  expect(body).not.toMatch(/whimbrel|person-/);
  expect(body).not.toContain(`/files/${id}`);
});

describe('security headers', () => {
  test('security headers are on every response, also of refused requests', async () => {
    const testApp = await openAppWithFiles();
    const owner = await testApp.user();
    const { id } = await owner.file();
    const answers = await Promise.all([
      ...['/', '/folders/7', '/assets/app-1a2b.js'].map((url) =>
        testApp.anonymous.get(url, { accept: 'text/html' }),
      ),
      ...['/healthz', '/readyz', '/metrics', '/api/openapi.json'].map((url) => testApp.anonymous.get(url)),
      ...['/api/user', '/api/nothing', '/nothing', '/%E0%A4%A', '/%00'].map((url) =>
        testApp.anonymous.get(url),
      ),
      ...[`/api/files/${id}`, `/api/files/${id}/view`, '/api/files/0'].map((url) => owner.get(url)),
      testApp.anonymous.post('/api/login', { username: 'nobody', password: PASSWORD }),
      testApp.anonymous.send({ method: 'OPTIONS', url: '/api/files' }),
      testApp.anonymous.send({ method: 'HEAD', url: '/' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([
      ...[200, 200, 200, 200, 503, 200, 200, 401, 404, 404, 404, 400, 200, 200, 400, 401, 404, 200],
    ]);
    answers.forEach(expectSecured);
  });

  test('https adds HSTS and a host-only cookie, and API responses are not cached', async () => {
    const testApp = await openApp({ config: { secure: true, publicUrl: 'https://room.example.test' } });
    const { username } = await testApp.user();
    const answer = await testApp.anonymous.post('/api/login', { username, password: PASSWORD });
    expect(answer.headers['strict-transport-security']).toMatch(/max-age=31536000/);
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-muniment_session=.+; Path=\/; HttpOnly; Secure; SameSite=Lax/),
      expect.stringMatching(/^__Host-muniment_device=.+; Path=\/; HttpOnly; Secure; SameSite=Lax/),
    ]);
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

describe('malformed requests', () => {
  test.for([
    ['{"username":', 'application/json', 400, 'invalid'],
    ['{"__proto__":{"isAdmin":true}}', 'application/json', 400, 'invalid'],
    ['', 'application/json', 400, 'invalid'],
    ['username=a', 'application/x-www-form-urlencoded', 415, 'unsupported-type'],
    ['<a/>', 'text/xml', 415, 'unsupported-type'],
    ['{"username":"a"}', 'text/plain', 415, 'unsupported-type'],
    [JSON.stringify({ username: 'x'.repeat(300_000) }), 'application/json', 413, 'too-large'],
    [JSON.stringify('['.repeat(100_000)), 'application/json', 400, 'invalid'],
  ] as const)(
    'the malformed request %.20s as %s is refused with %d',
    async ([payload, type, status, code], { testApp }) => {
      const headers = { 'content-type': type };
      const answer = await testApp.anonymous.send({ method: 'POST', url: '/api/login', payload, headers });
      expect([answer.status, answer.body.code, typeof answer.body.error]).toEqual([status, code, 'string']);
    },
  );

  test('an unknown URL or method is answered with JSON, never with a page or a server error', async () => {
    const testApp = await openAppWithFiles();
    for (const url of ['/api/', '/api/nothing', '/api/files/1/nothing', '/api/%E0%A4%A'])
      expect([url, (await testApp.anonymous.get(url, { accept: 'text/html' })).body]).toEqual([
        url,
        NOT_FOUND,
      ]);
    const known = ['GET', 'HEAD', 'POST', 'CONNECT', 'QUERY'];
    for (const method of METHODS.filter((name) => !known.includes(name)))
      expect(await askRaw(testApp, method, '/api/files')).toMatch(
        /^HTTP\/1\.1 404 [\s\S]*"code":"not-found"/,
      );
    expect(await askRaw(testApp, 'QUERY', '/api/files')).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"invalid"/);
  });

  test('no spelling of a URL leads outside the web app', async () => {
    const testApp = await openAppWithFiles();
    for (const path of [
      '/..%2f..%2fpackage.json',
      '/../package.json',
      '/..%5c..%5cpackage.json',
      '/%2e%2e/package.json',
      '/%2e%2e%2fpackage.json',
      '/assets/../../package.json',
      '/assets/..%2f..%2fpackage.json',
      '/assets/%2e%2e/%2e%2e/package.json',
      '/assets/....//....//package.json',
      '//package.json',
      '/%00',
      '/assets/app-1a2b.js%00.html',
      '/%E0%A4%A',
      '/C:/package.json',
    ]) {
      const answer = await askRaw(testApp, 'GET', path);
      expect(answer, path).toMatch(/^HTTP\/1\.1 (200|400|404) /);
      expect(answer, path).not.toContain('a secret');
      expect(answer, path).toMatch(/The room|"code":"(invalid|not-found)"/);
    }
  });
});

describe('client addresses', () => {
  const signIn = async (testApp: TestApp, remoteAddress: string, forwarded: string): Promise<ApiResponse> => {
    const { username } = await testApp.user();
    return testApp.anonymous.send({
      method: 'POST',
      url: '/api/login',
      remoteAddress,
      headers: { 'x-forwarded-for': forwarded },
      payload: { username, password: PASSWORD },
    });
  };

  test.for([
    [undefined, '192.0.2.9', '198.51.100.1', '192.0.2.9'],
    ['10.0.0.1', '192.0.2.9', '198.51.100.1', '192.0.2.9'],
    ['10.0.0.1', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', '10.0.0.1', 'forged, 198.51.100.1', '198.51.100.1'],
    ['10.0.0.0/8', '10.0.0.1', '203.0.113.5, 198.51.100.1, 10.9.9.9', '198.51.100.1'],
  ])(
    'with %s trusted, a connection from %s that forwards “%s” comes from %s',
    async ([trustProxy, remote, forwarded, address]) => {
      const testApp = await openApp({ config: { trustProxy } });
      expect((await signIn(testApp, String(remote), String(forwarded))).status).toBe(200);
      const { db } = testApp.server.services;
      const newest = db.selectFrom('sessions').select('address').where('address', '!=', '127.0.0.1');
      expect(await newest.execute()).toEqual([{ address }]);
    },
  );

  test('forwarding a new address each time does not evade the limit of guesses', async () => {
    const testApp = await openApp();
    const ctx = { ...testApp.server.services, actor: { kind: 'anonymous' } as const, address: '192.0.2.9' };
    for (let failures = 0; failures < 100; failures += 1)
      await reserveAttempt(
        ctx,
        signInCounters(ctx, { userId: undefined, name: `guess ${failures}` }, undefined),
      );
    expect((await signIn(testApp, '192.0.2.9', '198.51.100.1')).status).toBe(429);
    expect((await signIn(testApp, '192.0.2.10', '192.0.2.9')).status).toBe(200);
  });
});
