import { describe, expect, onTestFinished } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { openTestApp, type TestApp, test, testWith } from '#server/testing/test-app.ts';

const METRICS_TOKEN = 'a-token-for-the-scraper';
const OPERATOR_URLS = ['/metrics', '/api/openapi.json'];
const ELSEWHERE = '203.0.113.7';

const withToken = testWith({ config: { metricsToken: METRICS_TOKEN } });

const statusFor = async (
  client: TestClient,
  url: string,
  { from = ELSEWHERE, ...headers }: { from?: string; [name: string]: string | undefined } = {},
): Promise<number> => {
  const response = await client.send({ method: 'GET', url, headers, remoteAddress: from });
  return response.status;
};

describe.for(OPERATOR_URLS)('%s', (url) => {
  withToken('is for administrators', async ({ testApp }) => {
    const owner = await testApp.user();
    const folder = await owner.folder();
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [folder.id] });
    const admin = await testApp.user({ isAdmin: true });
    const statuses = [testApp.anonymous, visitor, owner, admin].map((client) => statusFor(client, url));
    expect(await Promise.all(statuses)).toEqual([401, 401, 401, 200]);
  });

  withToken('is for requests with METRICS_TOKEN', async ({ testApp }) => {
    const statusWith = (authorization: string) => statusFor(testApp.anonymous, url, { authorization });
    expect(await statusWith(`Bearer ${METRICS_TOKEN}`)).toBe(200);
    for (const wrong of [
      `Bearer ${METRICS_TOKEN}x`,
      'Bearer ',
      'Bearer undefined',
      METRICS_TOKEN,
      `Basic ${METRICS_TOKEN}`,
    ])
      expect([wrong, await statusWith(wrong)]).toEqual([wrong, 401]);
  });

  test(`${url} accepts no bearer token while METRICS_TOKEN is not set`, async ({ testApp }) => {
    for (const authorization of ['Bearer undefined', 'Bearer '])
      expect(await statusFor(testApp.anonymous, url, { authorization })).toBe(401);
  });

  test(`${url} is open to direct requests from this machine only`, async ({ testApp }) => {
    const { anonymous } = testApp;
    for (const from of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
      expect([from, await statusFor(anonymous, url, { from, host: 'localhost:3000' })]).toEqual([from, 200]);
    const from = '127.0.0.1';
    const throughProxies = [
      { host: 'room.example.test' },
      { host: 'localhost', 'x-forwarded-for': ELSEWHERE },
      { host: 'localhost', forwarded: `for=${ELSEWHERE}` },
      { host: '127.0.0.1.example.test' },
    ];
    for (const headers of throughProxies)
      expect([headers, await statusFor(anonymous, url, { from, ...headers })]).toEqual([headers, 401]);
  });
});

test('a refusal of the metrics has the shape of every refusal', async ({ testApp }) => {
  const { status, headers, body } = await testApp.anonymous.send({
    method: 'GET',
    url: '/metrics',
    remoteAddress: ELSEWHERE,
  });
  expect([status, headers['www-authenticate'], body.code]).toEqual([401, 'Bearer', 'unauthenticated']);
  expect(headers['x-content-type-options']).toBe('nosniff');
});

withToken('/readyz names what fails to operators alone', async ({ testApp }) => {
  const bodyFor = async (headers: Record<string, string>, remoteAddress = ELSEWHERE) =>
    (await testApp.anonymous.send({ method: 'GET', url: '/readyz', headers, remoteAddress })).body;
  expect(Object.keys(await bodyFor({}))).toEqual(['status']);
  for (const body of [
    await bodyFor({ authorization: `Bearer ${METRICS_TOKEN}` }),
    await bodyFor({ host: 'localhost' }, '127.0.0.1'),
  ])
    expect(body).toMatchObject({ status: expect.any(String), failing: expect.any(Array) });
});

describe('with PUBLIC_URL set', () => {
  async function openPublicApp(): Promise<TestApp> {
    const testApp = await openTestApp({ config: { publicHostname: 'room.example.test' } });
    onTestFinished(() => testApp.close());
    return testApp;
  }

  test('requests for another host are refused', async () => {
    const { anonymous } = await openPublicApp();
    const statusAt = (host: string, url: string) => statusFor(anonymous, url, { host });
    for (const host of ['room.example.test', 'ROOM.example.test', 'room.example.test:8443'])
      expect([host, await statusAt(host, '/api/system-settings/public')]).toEqual([host, 200]);
    for (const host of [
      'evil.test',
      'room.example.test.evil.test',
      'room.example.test@evil.test',
      '127.0.0.1',
      '',
    ])
      for (const url of ['/', '/api/system-settings/public', '/api/user', '/nothing'])
        expect([host, url, await statusAt(host, url)]).toEqual([host, url, 421]);
    const { body } = await anonymous.get('/api/user', { host: 'evil.test' });
    expect(body).toEqual({
      error: expect.stringContaining('not available under this address'),
      code: 'misdirected',
    });
  });

  test('a forwarded host counts only from a trusted proxy', async () => {
    const { anonymous } = await openPublicApp();
    const headers = { host: 'evil.test', 'x-forwarded-host': 'room.example.test' };
    expect(await statusFor(anonymous, '/api/system-settings/public', headers)).toBe(421);
  });

  test('health checks may use the address of the node', async () => {
    const { anonymous, finishJobs } = await openPublicApp();
    await finishJobs();
    // The readiness check answers 503 until the search index is loaded.
    for (const url of ['/healthz', '/readyz'])
      await expect.poll(() => statusFor(anonymous, url, { host: '10.0.0.7:3000' })).toBe(200);
  });
});
