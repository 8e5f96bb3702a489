import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startServer } from '#server/testing/start-server.ts';
import { withDatabase } from '../fixtures/database.ts';
import { createSessionCookie, insertUser } from '../fixtures/users.ts';
import { startBenchServer, withServer, withTemporaryDirectory } from '../harness/bench-server.ts';
import { median } from '../harness/figures.ts';
import { createHttpClient } from '../harness/http-client.ts';
import { MEGABYTES } from '../harness/hundred-megabytes.ts';

const ROUNDS = 5;
const CONNECTIONS = 16;
const SMALL_BYTES = 50 * 1024;
const SMALL_UPLOADS = 96;
const BOUNDARY = 'muniment-bench-boundary';

interface Work {
  readonly name: string;
  ours(): Promise<unknown>;
  bare(): Promise<unknown>;
  /** The share of the speed of the bare program that is wanted. */
  readonly target: number;
  /** How many requests a turn is. */
  readonly calls: number;
}

/** Compares transfers with a bare Node.js program that has the same cipher and syncs, in rounds in which both take turns. */
export function benchPeers(): Promise<object[]> {
  return withTemporaryDirectory(async (directory) => {
    const [dataDir, folder] = [join(directory, 'data'), join(directory, 'bare')];
    await Promise.all([dataDir, folder].map((path) => mkdir(path)));
    const cookie = await withDatabase(dataDir, async (db) => {
      const settings = { maxUploadSizeMB: 2 * MEGABYTES, maxFilesPerFolder: 1_000 };
      const rows = Object.entries(settings).map(([name, value]) => ({ name, value: String(value) }));
      await db.insertInto('system_settings').values(rows).execute();
      return createSessionCookie(db, await insertUser(db, 'uploader', 0));
    });
    const starting = startBenchServer(dataDir, { UPLOAD_CEILING_MB: String(2 * MEGABYTES) });
    return withServer(starting, (ours) =>
      withServer(startServer({ args: ['bench/harness/cipher-server.ts', folder] }), async (bare) => {
        const usage = {
          ours: async () => (await ours.usage()).processorMs,
          bare: async () => Number(await (await fetch(`${bare.origin}/usage`)).text()),
        };
        const rows: object[] = [];
        for (const work of listWorks(ours.origin, cookie, bare.origin))
          rows.push(...(await measure(work, usage)));
        return rows;
      }),
    );
  });
}

type Usage = Record<'ours' | 'bare', () => Promise<number>>;

/** Measures one line: the time, which depends on the machine's load, and the processor time, which hardly does. */
async function measure(work: Work, usage: Usage): Promise<object[]> {
  const elapsed = { ours: [] as number[], bare: [] as number[] };
  const processor = { ours: [] as number[], bare: [] as number[] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const side of ['ours', 'bare'] as const) {
      const [cpu, begun] = [await usage[side](), performance.now()];
      await work[side]();
      // The first round warms up.
      if (round === 0) continue;
      elapsed[side].push(performance.now() - begun);
      processor[side].push((await usage[side]()) - cpu);
    }
  }
  const row = (what: string, { ours, bare }: typeof elapsed): object => ({
    line: `${work.name}: ${what}`,
    'ours, ms': Number((median(ours) / work.calls).toPrecision(3)),
    'bare, ms': Number((median(bare) / work.calls).toPrecision(3)),
    'ratio of speed': Number((median(bare) / median(ours)).toPrecision(3)),
  });
  return [{ ...row('time', elapsed), target: `>= ${work.target}` }, row('processor', processor)];
}

function listWorks(origin: string, cookie: string, bareOrigin: string): Work[] {
  const large = randomBytes(MEGABYTES * 1024 ** 2);
  const small = randomBytes(SMALL_BYTES);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const post = (url: string, body: readonly Buffer[], headers: Record<string, string> = {}) =>
    send(agent, url, body, headers);
  const upload = async (bytes: Buffer): Promise<string> => {
    const contentType = `multipart/form-data; boundary=${BOUNDARY}`;
    const answer = await post(`${origin}/api/files`, formOf(bytes), { cookie, 'content-type': contentType });
    return String((JSON.parse(answer) as { id: number }).id); // a file
  };
  const store = (bytes: Buffer) => post(`${bareOrigin}/`, [bytes]);
  const latest = { ours: '', bare: '' };
  const manyAtOnce = (work: () => Promise<unknown>) => async () => {
    let left = SMALL_UPLOADS;
    const client = async () => {
      while (left-- > 0) await work();
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, client));
  };
  const drain = async (from: string, path: string, cookie?: string) => {
    const client = createHttpClient(from, cookie);
    await client.drain(path);
    client.close();
  };
  return [
    {
      name: 'upload of 100 MB',
      ours: async () => {
        latest.ours = await upload(large);
      },
      bare: async () => {
        latest.bare = await store(large);
      },
      target: 1.25,
      calls: 1,
    },
    {
      name: 'download of 100 MB',
      ours: () => drain(origin, `/api/files/${latest.ours}/download`, cookie),
      bare: () => drain(bareOrigin, `/${latest.bare}`),
      target: 0.8,
      calls: 1,
    },
    {
      name: `an upload of 50 KB, ${CONNECTIONS} connections`,
      ours: manyAtOnce(() => upload(small)),
      bare: manyAtOnce(() => store(small)),
      target: 0.75,
      calls: SMALL_UPLOADS,
    },
  ];
}

const formOf = (bytes: Buffer): Buffer[] => [
  Buffer.from(
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="disk.bin"\r\ncontent-type: application/octet-stream\r\n\r\n`,
  ),
  bytes,
  Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
];

/** Posts the parts as they are, so that the client costs little; returns the answer, whose status must be 201. */
async function send(
  agent: Agent,
  url: string,
  body: readonly Buffer[],
  headers: Record<string, string>,
): Promise<string> {
  const length = body.reduce((sum, part) => sum + part.length, 0);
  const call = request(url, { method: 'POST', agent, headers: { ...headers, 'content-length': length } });
  const answered: Promise<IncomingMessage[]> = once(call, 'response');
  for (const part of body) call.write(part);
  call.end();
  const [response] = await answered;
  if (response?.statusCode !== 201) throw new Error(`${url} returned ${response?.statusCode}`);
  return text(response);
}
