import { once, setMaxListeners } from 'node:events';
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { MULTIPART_TYPE, multipartBody } from '#server/testing/clients/inject-client.ts';
import { TUS_HEADERS, UPLOAD_MEDIA_TYPE } from '#server/testing/clients/tus-client.ts';

export type AttackName =
  | 'wrong passwords'
  | 'sign-ins'
  | 'slow bodies'
  | 'one-byte PATCHes'
  | 'uploads of one owner';

export interface AttackData {
  readonly attack: AttackName;
  readonly origin: string;
  readonly connections: number;
  /** Password of the accounts `signing-in-…`. */
  readonly password: string;
  /** The session of the account that sends uploads. */
  readonly cookie: string;
}

/**
 * Connections from one network: the server keeps 256 that wait for a request and resets further ones, so that a single
 * address measures that limit alone.
 */
const CONNECTIONS_PER_NETWORK = 64;
const UPLOAD_BYTES = 20_000;
const SLOW_BODY_INTERVAL_MS = 1_000;
/** A client that was refused or cut off tries again after this time. */
const RETRY_MS = 200;

const { attack, origin, connections, password, cookie } = workerData as AttackData; // as `under-attack.ts` starts it
/** The number of answers by status; 0 counts connections that the server closed. */
const statuses = new Map<number, number>();

interface Sending extends RequestOptions {
  /** Sends the body and ends the request. */
  send(outgoing: ReturnType<typeof request>): void;
}

/** Sends a request from one of the attacking networks and reads the answer. */
async function ask(client: number, agent: Agent, path: string, { send, ...options }: Sending) {
  const localAddress = `127.0.1.${1 + Math.floor(client / CONNECTIONS_PER_NETWORK)}`;
  const outgoing = request(origin + path, { agent, localAddress, ...options });
  const answered: Promise<IncomingMessage[]> = once(outgoing, 'response');
  send(outgoing);
  const [response] = await answered;
  if (!response) throw new Error('There is no response.');
  await buffer(response);
  return { status: response.statusCode ?? 0, headers: response.headers };
}

type Call = (client: number, agent: Agent) => ReturnType<typeof ask>;

const sendPassword = (client: number, agent: Agent, account: number, password: string) => {
  const body = JSON.stringify({ username: `signing-in-${account}`, password });
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  return ask(client, agent, '/api/login', { method: 'POST', headers, send: (call) => call.end(body) });
};

const signIn: Call = (client, agent) => sendPassword(client, agent, client, password);

let round = 0;
/** Tries all at once to guess the password of one account, another one in each round: the limits of the last one still hold. */
const guess: Call = (client, agent) => sendPassword(client, agent, round, `not ${password}`);

/** Sends a byte of a sign-in each second. */
const sendSlowly: Call = (client, agent) =>
  ask(client, agent, '/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': 10_000 },
    send(outgoing) {
      const timer = setInterval(() => outgoing.write(' '), SLOW_BODY_INTERVAL_MS);
      outgoing.once('close', () => clearInterval(timer));
      outgoing.flushHeaders();
    },
  });

/** The unfinished upload of each client, with the bytes that it has. */
const uploads = new Map<number, { location: string; offset: number }>();

const appendByte: Call = async (client, agent) => {
  const upload = uploads.get(client);
  if (upload === undefined) {
    const metadata = `filename ${Buffer.from(`${client}.bin`).toString('base64')}`;
    const headers = { ...TUS_HEADERS, cookie, 'upload-length': 1_000_000, 'upload-metadata': metadata };
    const begun = await ask(client, agent, '/api/uploads', {
      method: 'POST',
      headers,
      send: (call) => call.end(),
    });
    const { location } = begun.headers;
    if (location !== undefined) uploads.set(client, { location, offset: 0 });
    return begun;
  }
  const answer = await ask(client, agent, upload.location, {
    method: 'PATCH',
    headers: {
      ...TUS_HEADERS,
      cookie,
      'content-type': UPLOAD_MEDIA_TYPE,
      'upload-offset': upload.offset,
      'content-length': 1,
    },
    send: (call) => call.end('x'),
  });
  if (answer.status === 204) upload.offset += 1;
  return answer;
};

/** Below the limit of a folder, so that what is sent is stored and not refused. */
const FILES_PER_FOLDER = 900;
let uploadCount = 0;
let folder = Promise.resolve(0);

/** Creates a folder and returns its id. */
async function createFolder(): Promise<number> {
  const body = JSON.stringify({ name: `Folder ${uploadCount}` });
  const headers = { cookie, 'content-type': 'application/json' };
  const created = await fetch(`${origin}/api/folders`, { method: 'POST', headers, body });
  const { id } = (await created.json()) as { id: number };
  return id;
}

const uploadFile: Call = async (client, agent) => {
  if (uploadCount % FILES_PER_FOLDER === 0) folder = createFolder();
  uploadCount += 1;
  const value = Buffer.alloc(UPLOAD_BYTES, `lease ${uploadCount} `);
  const filename = `${uploadCount}.txt`;
  const body = multipartBody([
    { name: 'folderId', value: String(await folder) },
    { name: 'file', value, filename },
  ]);
  const headers = { cookie, 'content-type': MULTIPART_TYPE, 'content-length': body.length };
  return ask(client, agent, '/api/files', { method: 'POST', headers, send: (call) => call.end(body) });
};

const CALLS: Record<AttackName, Call> = {
  'wrong passwords': guess,
  'sign-ins': signIn,
  'slow bodies': sendSlowly,
  'one-byte PATCHes': appendByte,
  'uploads of one owner': uploadFile,
};

async function repeat(client: number, { signal }: { signal: AbortSignal }): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const end = () => agent.destroy();
  signal.addEventListener('abort', end);
  while (!signal.aborted) {
    const { status, retryAfterMs } = await CALLS[attack](client, agent).then(
      // Waits as long as the answer asks: a client that does not is a flood of requests, which a proxy limits.
      ({ status, headers }) => ({ status, retryAfterMs: Number(headers['retry-after'] ?? 0) * 1000 }),
      () => ({ status: 0, retryAfterMs: RETRY_MS }),
    );
    if (signal.aborted) break;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (retryAfterMs > 0) await wait(retryAfterMs, undefined, { signal }).catch(() => {});
  }
  end();
}

/** Attacks from one message to the next, and answers every second one with the statuses so far. */
async function attackInRounds(port: NonNullable<typeof parentPort>): Promise<void> {
  for (;;) {
    await once(port, 'message');
    round += 1;
    const attacking = new AbortController();
    setMaxListeners(0, attacking.signal);
    port.once('message', () => attacking.abort());
    await Promise.all(Array.from({ length: connections }, (_, client) => repeat(client, attacking)));
    port.postMessage(statuses);
  }
}

if (parentPort) await attackInRounds(parentPort);
