import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from 'vitest';
import { z } from 'zod';
import { type App, createApp } from '#server/app/app.ts';
import { readConfig } from '#server/app/config.ts';
import { openServices } from '#server/app/open-services.ts';
import { verifyAuditLog } from '#server/database/audit/verify-audit-log.ts';
import { createTestClient, type TestClient } from '#server/testing/clients/inject-client.ts';
import { type SearchResult, searchResult } from '#shared/contracts/search.ts';
import { VISITORS } from './activity/demo-people.ts';
import { buildDemoRoom } from './build-demo-room.ts';
import { listDemoAccounts, openDemoState } from './demo-state.ts';

/**
 * Questions with the document and the words that the quote of a right answer has, and another document that says the same;
 * questions without an answer.
 */
const { answerable, unanswerable } = z
  .strictObject({
    answerable: z.array(z.tuple([z.string(), z.string(), z.string()]).rest(z.string())).length(40),
    unanswerable: z.array(z.string()).length(10),
  })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'questions.json'), 'utf8')));

const silent = { info() {}, warn() {}, error() {} };
const DAY_MS = 24 * 60 * 60 * 1000;
/** Below this confidence the interface says that the answer is a possible match only. */
const MIN_CONFIDENCE = 0.5;

const isRefusal = ({ answer, confidence }: SearchResult): boolean =>
  answer.startsWith('No answer found') || confidence < MIN_CONFIDENCE;

interface DemoRoom {
  app: App;
  documents: number;
  /** The owner of the room. */
  dana: TestClient;
  /** Starts the background work at the first call. */
  startWork(): void;
}

async function provideRoom(use: (room: DemoRoom) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'muniment-demo-'));
  const accounts = listDemoAccounts(await openDemoState(dataDir));
  const { username, email, password } = accounts.admin;
  const env = { DATA_DIR: dataDir, ADMIN_USERNAME: username, ADMIN_EMAIL: email, ADMIN_PASSWORD: password };
  const documents = await buildDemoRoom(env, accounts);
  const services = await openServices(readConfig(env), silent);
  const app = await createApp(services, { webDirectory: join(dataDir, 'no-web') });
  await app.start();
  const dana = createTestClient(app.http);
  await dana.post('/api/login', { username: 'dana', password: accounts.dana.password });
  let isWorking = false;
  const startWork = () => {
    if (!isWorking) app.startBackgroundWork();
    isWorking = true;
  };
  await use({ app, documents, dana, startWork });
  await app.stop();
  await rm(dataDir, { recursive: true });
}

/** Provides one room to both tests: building it takes longer than either. */
const test = base.extend<{ $file: { room: DemoRoom } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the fixture's dependencies from this pattern
  room: [({}, use) => provideRoom(use), { scope: 'file' }],
});

const list = async <T>(client: TestClient, url: string): Promise<T[]> => (await client.get(url)).body;

test('the demo room has six months of views, questions and links, and an audit log that verifies', {
  tags: ['full'],
  timeout: 500_000,
}, async ({ room: { app, documents, dana, startWork } }) => {
  const { db, signingKeys } = app.services;
  expect(documents).toBeGreaterThanOrEqual(60);
  expect((await verifyAuditLog(db, signingKeys)).problem).toBeUndefined();
  const views = await list<{ viewedAt: string; ms: number; viewer: { username: string } }>(
    dana,
    '/api/file-views/owner',
  );
  expect(views.length).toBeGreaterThanOrEqual(50);
  expect(new Set(views.map(({ viewer }) => viewer.username))).toContain(VISITORS.corvane);
  expect(views.some(({ ms }) => ms > 60_000)).toBe(true);

  const invitations = await list<{ email: string; status: string; inviteUrl: string }>(
    dana,
    '/api/invitations',
  );
  const statusOf = (address: string) => invitations.find((each) => each.email === address)?.status;
  expect([VISITORS.corvane, VISITORS.sundvik, VISITORS.pellworth].map(statusOf)).toEqual([
    'pending',
    'pending',
    'pending',
  ]);
  expect(statusOf(VISITORS.insurer)).toBe('expired');
  expect(statusOf(VISITORS.formerBidder)).toBeUndefined();

  const link = invitations
    .find((each) => each.email === VISITORS.corvane)
    ?.inviteUrl.split('/')
    .at(-1);
  const bidder = createTestClient(app.http);
  expect((await bidder.get(`/api/visitor/auth/${link}`)).status).toBe(200);
  const names = (await list<{ name: string }>(bidder, '/api/files')).map(({ name }) => name);
  expect(names).toContain('Lease Hamburg.pdf');
  // Offers of other bidders, minutes and advice are for the sellers.
  expect(names.filter((name) => /^(?:Indicative|RE Excl|Board|Opinion)/.test(name))).toEqual([]);

  const rooms = await list<{ id: number; name: string }>(dana, '/api/rooms');
  const pathOf = (room: string) => `/api/rooms/${rooms.find(({ name }) => name === room)?.id}`;
  const groupsOf = (room: string) =>
    list<{ name: string; memberCount: number }>(dana, `${pathOf(room)}/groups`);
  expect((await groupsOf('12 Clean Team')).map(({ memberCount }) => memberCount)).toEqual([2, 1, 1]);
  const levels = await list<{ name: string; cells: { level: string }[] }>(
    dana,
    `${pathOf('12 Clean Team')}/permissions`,
  );
  expect(levels.find(({ name }) => name === 'Prices')?.cells.map(({ level }) => level)).toEqual([
    'view',
    'none',
    'none',
  ]);
  expect((await groupsOf('13 Final Round')).map(({ name, memberCount }) => [name, memberCount])).toEqual([
    ['Corvane', 1],
    ['Pellworth', 1],
    ['Sundvik', 1],
  ]);
  expect((await dana.get(`${pathOf('13 Final Round')}/drafts`)).body).toMatchObject({ files: 1 });

  const rows = await db
    .selectFrom('audit_log')
    .select(['action', 'occurred_at'])
    .orderBy('position')
    .execute();
  expect(rows.every(({ occurred_at }, at) => occurred_at >= (rows[at - 1]?.occurred_at ?? 0))).toBe(true);
  expect(rows.filter(({ occurred_at }) => !Number.isInteger(occurred_at))).toEqual([]);
  expect(rows[0]?.occurred_at).toBeLessThan(Date.now() - 170 * DAY_MS);
  expect(rows.filter(({ action }) => action === 'search.ask').length).toBeGreaterThan(20);
  expect(rows.map(({ action }) => action)).toContain('invitation.revoke');

  startWork();
  const [check] = await db.selectFrom('exposure_checks').select('id').execute();
  await expect
    .poll(async () => (await dana.get(`/api/exposure-checks/${check?.id}`)).body.state, {
      timeout: 240_000,
    })
    .toBe('done');
  const findings = await list<{ kind: string }>(dana, `/api/exposure-checks/${check?.id}/findings`);
  expect(findings.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['iban', 'name', 'email']));
});

test('the questions of a buyer are mostly answered from the right document of the demo', {
  tags: ['full'],
  timeout: 300_000,
}, async ({ room: { app, dana, startWork } }) => {
  startWork();
  await app.jobs.whenIdle();
  const ask = async (question: string): Promise<SearchResult> =>
    searchResult.parse((await dana.get(`/api/search?query=${encodeURIComponent(question)}`)).body);
  const wrong: string[] = [];
  let [documents, quotes, refused] = [0, 0, 0];
  for (const [question, document, words, other, otherWords = words] of answerable) {
    const { citations, answer } = await ask(question);
    const [first] = citations;
    const isDocument = first?.fileName === document || (other !== undefined && first?.fileName === other);
    const wanted = first?.fileName === document ? words : otherWords;
    const isQuote = isDocument && `${first?.quote} ${answer}`.replace(/\s+/g, ' ').includes(wanted);
    documents += Number(isDocument);
    quotes += Number(isQuote);
    if (!isQuote) wrong.push(`${question} -> ${first?.fileName ?? 'no answer'}: ${first?.quote ?? ''}`);
  }
  for (const question of unanswerable) {
    const result = await ask(question);
    refused += Number(isRefusal(result));
    if (!isRefusal(result)) wrong.push(`${question} -> answered: ${result.answer}`);
  }
  console.log(
    `Right document ${documents} of 40, right quote ${quotes} of 40, refused ${refused} of 10\n${wrong.join('\n')}`,
  );
  expect(documents).toBeGreaterThanOrEqual(37);
  expect(quotes).toBeGreaterThanOrEqual(35);
  expect(refused).toBeGreaterThanOrEqual(9);
});
