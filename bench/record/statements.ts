import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { Certificate } from '#shared/contracts/rooms/certificates.ts';
import { verify } from '#shared/evidence/verifier.mjs';
import { withDatabase } from '../fixtures/database.ts';
import { fillDatabase } from '../fixtures/filled-database.ts';
import { createSessionCookie, insertUser } from '../fixtures/users.ts';
import {
  type BenchServer,
  startBenchServer,
  withServer,
  withTemporaryDirectory,
} from '../harness/bench-server.ts';
import { type Figure, median } from '../harness/figures.ts';

const ROUNDS = 9;
const VERIFICATIONS = 50;
const POLL_MS = 50;
/** A root folder with 10,000 files. */
const CERTIFIED_FOLDER_ID = 1;

/** Changes of an ordinary absence, the newest. */
const RECENT_CHANGES = 50;
const LONG_AGO = '2000-01-01T00:00:00.000Z';

/** Adds a change of each file by somebody else, the last ones this minute and all others before. */
async function insertChanges(db: Database): Promise<void> {
  const now = Date.now();
  await sql`with recursive roots(id, root) as (
      select id, id from folders where parent_id is null
      union all select folders.id, roots.root from folders join roots on folders.parent_id = roots.id)
    insert into changes (root_folder_id, kind, entry_kind, entry_id, changed_at)
    select roots.root, 'new', 'file', files.id, ${now - 3_600_000} from files join roots on roots.id = files.folder_id`.execute(
    db,
  );
  await sql`update changes set changed_at = ${now} where position > (select max(position) from changes) - ${2 * RECENT_CHANGES}`.execute(
    db,
  );
}

type Call = (path: string, body?: object) => Promise<Response>;

/** Measures receipts, changes and a certificate of 10,000 documents, in an installation of 100,000 files. */
export const measureStatements = (): Promise<Figure[]> =>
  withTemporaryDirectory(async (dataDir) => {
    const { collaborator, owner } = await fillDatabase(dataDir);
    const certified = await withDatabase(dataDir, async (db) => {
      const user_id = await insertUser(db, 'certified', 0);
      const right = { folder_id: CERTIFIED_FOLDER_ID, user_id, created_at: 0 };
      await db.insertInto('collaborators').values(right).execute();
      await insertChanges(db);
      return createSessionCookie(db, user_id);
    });
    return withServer(startBenchServer(dataDir), async (server) => {
      const { origin } = server;
      const as =
        (cookie: string): Call =>
        async (path, body) => {
          const answer = await fetch(`${origin}${path}`, {
            headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
            ...(body && { method: 'POST', body: JSON.stringify(body) }),
          });
          if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${await answer.text()}`);
          return answer;
        };
      // The log has an entry before its first tree head.
      await as(owner)('/api/folders', { name: 'First entry' });
      return [
        ...(await measureReceipts(as(collaborator))),
        ...(await measureChanges(as(collaborator), server)),
        ...(await measureCertificate(as(certified), server)),
      ];
    });
  });

const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

async function measureReceipts(call: Call): Promise<Figure[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await timeOf(() => call('/api/receipts', {})));
  const [{ id }] = (await (await call('/api/receipts')).json()) as [{ id: number }]; // as the contract says
  const text = await (await call(`/api/receipts/${id}`)).text();
  const keys = await (await call('/api/evidence/key')).text();
  const files = [keys, text].map((text, place) => ({ name: String(place), text }));
  const checks: number[] = [];
  for (let round = 0; round < VERIFICATIONS; round += 1) checks.push(await timeOf(() => verify(files)));
  return [
    { name: 'a receipt of 50,000 visible files', value: median(times), unit: 'ms' },
    { name: 'its size', value: Buffer.byteLength(text) / 1024, unit: 'KB', target: { atMost: 2 } },
    {
      name: 'its verification, in Node with the same program as in the page',
      value: median(checks),
      unit: 'ms',
      target: { atMost: 50 },
    },
  ];
}

/** Measures the elapsed and the processor time of a list of changes. */
async function measureChanges(call: Call, server: BenchServer): Promise<Figure[]> {
  const minutes = new Date(Date.now() - 600_000).toISOString();
  const figures: Figure[] = [];
  for (const [name, since] of [
    ['changes since the last visit, 100 among 100,000 files', minutes],
    ['changes where all of 100,000 files changed, half of them visible', LONG_AGO],
  ] as const) {
    const read = async () => (await call(`/api/changes?since=${since}&limit=100`)).arrayBuffer();
    await read();
    const times: number[] = [];
    const before = (await server.usage()).processorMs;
    for (let round = 0; round < 3 * ROUNDS; round += 1) times.push(await timeOf(read));
    const processor = ((await server.usage()).processorMs - before) / times.length;
    figures.push({ name, value: median(times), unit: 'ms' });
    figures.push({ name: 'its processor time', value: processor, unit: 'ms', target: { atMost: 20 } });
  }
  return figures;
}

/** Measures a certificate, and the longest answer of another request meanwhile. */
async function measureCertificate(call: Call, server: BenchServer): Promise<Figure[]> {
  const before = await server.usage();
  const begun = performance.now();
  await call('/api/certificates', {});
  let longest = 0;
  for (;;) {
    longest = Math.max(longest, await timeOf(async () => (await call('/api/evidence/key')).arrayBuffer()));
    const [certificate] = (await (await call('/api/certificates')).json()) as [Certificate]; // as the contract says
    if (certificate.state === 'failed') throw new Error(`The certificate failed: ${certificate.error}`);
    if (certificate.state === 'done') {
      const seconds = (performance.now() - begun) / 1000;
      const documents = certificate.documents ?? 0;
      return [
        {
          name: `a certificate of ${documents.toLocaleString('en')} documents, with its PDF`,
          value: seconds,
          unit: 's',
        },
        {
          name: 'its processor time',
          value: ((await server.usage()).processorMs - before.processorMs) / 1000,
          unit: 's',
          target: { atMost: 10 },
        },
        { name: 'longest answer of another request meanwhile', value: longest, unit: 'ms' },
      ];
    }
    await setTimeout(POLL_MS);
  }
}
