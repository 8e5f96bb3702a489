import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from 'vitest';
import { createApp } from '#server/app/app.ts';
import { readConfig } from '#server/app/config.ts';
import { openServices } from '#server/app/open-services.ts';
import { verifyAuditLog } from '#server/database/audit/verify-audit-log.ts';
import { createTestClient, type TestClient } from '#server/testing/clients/inject-client.ts';
import { VISITORS } from './activity/demo-people.ts';
import { buildDemoRoom } from './build-demo-room.ts';
import { listDemoAccounts, openDemoState } from './demo-state.ts';

const silent = { info() {}, warn() {}, error() {} };
const DAY_MS = 24 * 60 * 60 * 1000;

const test = base.extend<{ dataDir: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the fixture's dependencies from this pattern
  dataDir: async ({}, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'muniment-demo-'));
    await use(dataDir);
    await rm(dataDir, { recursive: true });
  },
});

const list = async <T>(client: TestClient, url: string): Promise<T[]> => (await client.get(url)).body;

test('the demo room has six months of views, questions and links, and an audit log that verifies', {
  tags: ['full'],
  timeout: 500_000,
}, async ({ dataDir }) => {
  const accounts = listDemoAccounts(await openDemoState(dataDir));
  const { username, email, password } = accounts.admin;
  const env = { DATA_DIR: dataDir, ADMIN_USERNAME: username, ADMIN_EMAIL: email, ADMIN_PASSWORD: password };
  expect(await buildDemoRoom(env, accounts)).toBeGreaterThanOrEqual(60);

  const opened = await openServices(readConfig(env), silent);
  const app = await createApp(opened, { webDirectory: join(dataDir, 'no-web') });
  try {
    expect((await verifyAuditLog(opened.db, opened.signingKeys)).problem).toBeUndefined();
    const dana = createTestClient(app.http);
    await dana.post('/api/login', { username: 'dana', password: accounts.dana.password });

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

    const rows = await opened.db
      .selectFrom('audit_log')
      .select(['action', 'occurred_at'])
      .orderBy('position')
      .execute();
    expect(rows.every(({ occurred_at }, at) => occurred_at >= (rows[at - 1]?.occurred_at ?? 0))).toBe(true);
    expect(rows[0]?.occurred_at).toBeLessThan(Date.now() - 170 * DAY_MS);
    expect(rows.filter(({ action }) => action === 'search.ask').length).toBeGreaterThan(20);
    expect(rows.map(({ action }) => action)).toContain('invitation.revoke');

    await app.start();
    app.startBackgroundWork();
    const [check] = await opened.db.selectFrom('exposure_checks').select('id').execute();
    await expect
      .poll(async () => (await dana.get(`/api/exposure-checks/${check?.id}`)).body.state, {
        timeout: 240_000,
      })
      .toBe('done');
    const findings = await list<{ kind: string }>(dana, `/api/exposure-checks/${check?.id}/findings`);
    expect(findings.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['iban', 'name', 'email']));
  } finally {
    await app.stop();
  }
});
