import { setTimeout } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';
import { connectMcpClient } from '#server/modules/mcp/testing/mcp-client.ts';
import { openReceiver } from '#server/modules/webhooks/testing/open-receiver.ts';
import { SoftwareAuthenticator } from '#server/testing/sign-in/software-authenticator.ts';
import { withDatabase } from '../fixtures/database.ts';
import { fillDatabase } from '../fixtures/filled-database.ts';
import {
  type BenchServer,
  measureCpuTime,
  startBenchServer,
  withServer,
  withTemporaryDirectory,
} from '../harness/bench-server.ts';
import { type Figure, median, percentile } from '../harness/figures.ts';
import { createHttpClient } from '../harness/http-client.ts';
import { openJsonClient } from '../harness/json-client.ts';
import { measureInRounds } from '../harness/measure-rounds.ts';

const LINKS = 1_000;
const CALLS_PER_ROUND = 50;
const EVENTS = 20;
const SIGN_INS = 30;
/** The address that a server on a free port takes for its own; passkeys belong to it. */
const PUBLIC_URL = 'http://localhost:0';
const SEARCHES = 300;
const PUBLIC_CALLS = 1_000;
const ACCOUNT = { username: 'owner', email: 'owner@example.test', password: 'bench-secret-1' };

/** Measures lists of links, tokens, webhooks, the second factor and agents. */
export async function benchLinksAndPrograms(): Promise<Figure[]> {
  return [
    ...(await withTemporaryDirectory(measureLinks)),
    ...(await withTemporaryDirectory(measurePrograms)),
  ];
}

/** With 100,000 files; all links lead to one of them. */
async function measureLinks(dataDir: string): Promise<Figure[]> {
  const { owner } = await fillDatabase(dataDir);
  const fileId = await withServer(startBenchServer(dataDir), async ({ origin }) => {
    const client = openJsonClient(origin, owner);
    const [file] = await client.call('GET', '/api/files?limit=1');
    await client.call('POST', '/api/links', { name: 'Link', targets: [{ kind: 'file', id: file.id }] });
    return file.id;
  });
  await withDatabase(dataDir, async (db) => {
    const { id: _, ...link } = await db.selectFrom('links').selectAll().executeTakeFirstOrThrow();
    for (let count = 1; count < LINKS; count += 1) {
      const copy = { ...link, slug_hash: Buffer.from(String(count).padStart(32, '0')) };
      const { id } = await db.insertInto('links').values(copy).returning('id').executeTakeFirstOrThrow();
      const target = { link_id: id, entry_kind: 'file' as const, entry_id: fileId };
      await db.insertInto('link_targets').values(target).execute();
    }
  });
  return withServer(startBenchServer(dataDir), async (server) => {
    const client = createHttpClient(server.origin, owner);
    const path = `/api/links?kind=file&id=${fileId}`;
    const { length } = JSON.parse(String(await client.get(path)));
    if (length !== LINKS) throw new Error(`${length} links are listed`);
    const { list } = await measureInRounds({ list: () => client.get(path) }, CALLS_PER_ROUND);
    const processor = await measureCpuTime(server, CALLS_PER_ROUND, () => client.get(path));
    client.close();
    return [
      { name: '1,000 links of one file, p50', value: list.p50, unit: 'ms', target: { atMost: 50 } },
      { name: '1,000 links of one file, processor time', value: processor, unit: 'ms' },
    ];
  });
}

function measurePrograms(dataDir: string): Promise<Figure[]> {
  return withServer(startBenchServer(dataDir, { WEBHOOK_ALLOW_PRIVATE: 'true' }), async (server) => {
    const client = openJsonClient(server.origin);
    await client.call('POST', '/api/register', ACCOUNT);
    return [
      ...(await measureTokens(server, client)),
      await measureWebhooks(client),
      // Last, since it signs out.
      ...(await measureSecondFactor(server, client)),
      await measurePasskey(server, client),
    ];
  });
}

type Client = ReturnType<typeof openJsonClient>;

/** The calls that a program makes, beside the same ones of a session. */
async function measureTokens(server: BenchServer, client: Client): Promise<Figure[]> {
  const { token } = await client.call('POST', '/api/user/tokens', { name: 'Bench', scope: 'read' });
  await client.upload('Lease.txt', 'The notice period of the lease is three months. '.repeat(200));
  while (
    (await client.call('GET', '/api/files')).some(
      ({ indexStatus }: { indexStatus: string }) => indexStatus === 'pending',
    )
  )
    await setTimeout(100);
  const { origin } = server;
  const program = openJsonClient(origin, undefined, token);
  const nobody = openJsonClient(origin);
  const agent = await connectMcpClient({ origin, token });
  const open = '/api/system-settings/public';
  const query = 'notice period';
  const searches = {
    call: () => program.call('GET', `/api/search?${new URLSearchParams({ query })}`),
    agent: () => agent.call('search', { query }),
  };
  const times = await measureInRounds(searches, CALLS_PER_ROUND);
  const byCall = await measureCpuTime(server, SEARCHES, searches.call);
  // Leaves out the work of the agent's own library, which the elapsed time includes.
  const byAgent = await measureCpuTime(server, SEARCHES, searches.agent);
  await agent.close();
  const processorOf = (caller: Client) =>
    measureCpuTime(server, PUBLIC_CALLS, () => caller.call('GET', open));
  // Both once before, so that neither is measured cold.
  for (const caller of [nobody, program]) await processorOf(caller);
  const without = await processorOf(nobody);
  return [
    {
      name: 'the check of a token, processor time: a public call with one, less the call without',
      value: (await processorOf(program)) - without,
      unit: 'ms',
      target: { atMost: 0.3 },
    },
    besideCall('p50', times.agent.p50 / times.call.p50),
    besideCall('processor time of the server', byAgent / byCall),
  ];
}

const besideCall = (of: string, value: number): Figure => ({
  name: `search by an agent, as a multiple of the call that it uses, ${of}`,
  ...{ value, unit: 'times', target: { atMost: 1.2 } },
});

/** From the answer to a change to its arrival at the receiver. */
async function measureWebhooks(client: Client): Promise<Figure> {
  const receiver = await openReceiver();
  const { id: folderId } = await client.call('POST', '/api/folders', { name: 'Room', parentId: null });
  await client.call('POST', '/api/webhooks', { url: receiver.url, events: ['folder.create'], folderId });
  const delays: number[] = [];
  for (let count = 1; count <= EVENTS; count += 1) {
    await client.call('POST', '/api/folders', { name: `Folder ${count}`, parentId: folderId });
    const start = performance.now();
    while (receiver.received.length < count) await setTimeout(5);
    delays.push(performance.now() - start);
  }
  await receiver.close();
  const value = percentile(delays, 0.95) / 1000;
  return { name: 'a webhook after its event, p95', value, unit: 's', target: { atMost: 5 } };
}

/** Measures what a sign-in by passkey costs the server: the challenge, and the check of what the key signed. */
async function measurePasskey(server: BenchServer, client: Client): Promise<Figure> {
  const { origin } = server;
  const authenticator = new SoftwareAuthenticator(PUBLIC_URL);
  const options = await client.call('POST', '/api/user/passkeys/options');
  authenticator.userHandle = options.user.id;
  const credential = authenticator.create(options);
  await client.call('POST', '/api/user/passkeys/verify', { name: 'Laptop', credential });
  const signIn = async () => {
    const browser = openJsonClient(origin);
    const { challenge } = await browser.call('POST', '/api/login/passkey/options');
    const credential = authenticator.get({ challenge });
    await browser.call('POST', '/api/login/passkey/verify', { credential });
  };
  await signIn();
  return {
    name: 'a sign-in by passkey, processor time of its two calls',
    value: await measureCpuTime(server, SIGN_INS, signIn),
    unit: 'ms',
    target: { atMost: 1_000 },
  };
}

/** Measures the second step of signing in. Each recovery code works once. */
async function measureSecondFactor(server: BenchServer, client: Client): Promise<Figure[]> {
  const { id, secret } = await client.call('POST', '/api/user/factors');
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const { recoveryCodes } = await client.call('POST', `/api/user/factors/${id}/confirm`, { code });
  const { username, password } = ACCOUNT;
  const codes: string[] = recoveryCodes;
  const browsers = codes.map(() => openJsonClient(server.origin));
  for (const browser of browsers) await browser.send('POST', '/api/login', { username, password });
  const times: number[] = [];
  const processor = await measureCpuTime(server, codes.length, async () => {
    const start = performance.now();
    const at = times.length;
    await browsers[at]?.call('POST', '/api/login/second-factor', { code: codes[at] ?? '' });
    times.push(performance.now() - start);
  });
  return [
    { name: 'the second factor adds, p50', value: median(times), unit: 'ms', target: { atMost: 30 } },
    {
      name: 'the second factor adds, processor time',
      value: processor,
      unit: 'ms',
    },
  ];
}
