import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { audit } from '#server/app/audit.ts';
import { verifyAuditExport } from '#server/database/audit/verify-audit-export.ts';
import { findLastPosition } from '#server/testing/audit-events.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';

const linesOf = (bytes: Buffer) =>
  bytes
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

async function fill(testApp: TestApp, count: number): Promise<void> {
  const ctx = { ...testApp.server.services, actor: { kind: 'anonymous' } as const, address: '192.0.2.5' };
  for (let n = 0; n < count; n += 1) await audit(ctx, { action: 'search.ask', details: { n } });
}

describe('GET /api/admin/audit', () => {
  test('the list is newest first, and new events do not shift its pages', async ({ testApp }) => {
    const admin = await testApp.user({ isAdmin: true });
    await fill(testApp, 5);
    const last = await findLastPosition(testApp);
    const first = await admin.get('/api/admin/audit?limit=2');
    expect(first.body.map(({ id }: { id: number }) => id)).toEqual([last, last - 1]);
    await fill(testApp, 2);
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? '';
    expect((await admin.get(next)).body.map(({ id }: { id: number }) => id)).toEqual([last - 2, last - 3]);
    expect((await admin.get('/api/admin/audit')).body.at(-1).id).toBe(1);
  });

  test('the list shows actor, action, object, time and address', async ({ testApp }) => {
    const [admin, owner] = [await testApp.user({ isAdmin: true }), await testApp.user()];
    const { id } = await owner.folder('Deeds');
    const { body } = await admin.get(`/api/admin/audit?objectKind=folder&objectId=${id}`);
    expect(body).toEqual([
      {
        id: expect.any(Number),
        at: '2026-11-20T12:00:00.000Z',
        actor: { kind: 'user', id: owner.id, name: owner.username },
        action: 'folder.create',
        object: { kind: 'folder', id, name: 'Deeds' },
        roomId: null,
        result: 'done',
        details: { parentId: null },
        address: '127.0.0.1',
      },
    ]);
  });

  test('the list is filtered by actor, action, result and time', async ({ testApp }) => {
    const [admin, owner] = [await testApp.user({ isAdmin: true }), await testApp.user()];
    testApp.advanceClock(3_600_000);
    const { id } = await owner.folder();
    await owner.get('/api/files/999999');
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [id] });
    await visitor.get('/api/search?query=anything');
    const actions = async (query: string) =>
      (await admin.get(`/api/admin/audit?${query}`)).body.map((entry: { action: string }) => entry.action);
    const own = ['call.refused', 'folder.create'];
    expect(await actions(`actor=${owner.id}`)).toEqual(own);
    expect(await actions(`actor=${owner.username}`)).toEqual(own);
    expect(await actions(`actor=${owner.username}@example.test`)).toEqual(own);
    expect(await actions(`actor=${owner.id}&result=refused`)).toEqual(['call.refused']);
    expect(await actions(`actor=${owner.id}&action=folder.create`)).toEqual(['folder.create']);
    expect(await actions('actor=visitor@example.test')).toEqual(['search.ask']);
    expect(await actions("actor=' or 1=1 --")).toEqual([]);
    const now = new Date(testApp.server.services.now()).toISOString();
    expect(await actions(`actor=${owner.id}&from=${now}`)).toEqual(own);
    expect(await actions(`actor=${owner.id}&to=${now}`)).toEqual([]);
    expect((await admin.get('/api/admin/audit?action=nothing')).status).toBe(400);
  });

  test('the list is for administrators', async ({ testApp }) => {
    const owner = await testApp.user();
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [(await owner.folder()).id] });
    for (const url of ['/api/admin/audit', '/api/admin/audit/export']) {
      expect((await testApp.anonymous.get(url)).status).toBe(401);
      expect((await visitor.get(url)).status).toBe(403);
      expect((await owner.get(url)).status).toBe(403);
    }
  });
});

describe('GET /api/admin/audit/export', () => {
  test('the export contains the whole log as lines, oldest first, with its own event and an end marker', async ({
    testApp,
  }) => {
    const admin = await testApp.user({ isAdmin: true });
    await fill(testApp, 600);
    const { status, headers, bytes } = await admin.get('/api/admin/audit/export');
    expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
    const lines = linesOf(bytes);
    const end = lines.pop();
    expect(lines.map(({ position }) => position)).toEqual(lines.map((_, place) => place + 1));
    expect(lines.at(-1)).toMatchObject({ action: 'audit.export', readable: { actor_name: admin.username } });
    expect(end).toEqual({ rows: lines.length, filters: {} });
  });

  test('the export takes the filters of the list', async ({ testApp }) => {
    const [admin, owner] = [await testApp.user({ isAdmin: true }), await testApp.user()];
    await owner.folder();
    const { bytes } = await admin.get(`/api/admin/audit/export?actor=${owner.id}`);
    expect(linesOf(bytes)).toMatchObject([
      { action: 'folder.create', actor_id: owner.id },
      { rows: 1, filters: { actor: String(owner.id) } },
    ]);
  });

  test('a HEAD of the export is not recorded', async ({ testApp }) => {
    const admin = await testApp.user({ isAdmin: true });
    const before = await findLastPosition(testApp);
    const head = await admin.send({ method: 'HEAD', url: '/api/admin/audit/export' });
    expect([head.status, head.bytes.length, await findLastPosition(testApp)]).toEqual([200, 0, before]);
  });
});

describe('an exported log', () => {
  async function verifyLines(testApp: TestApp, query: string, change: (lines: string[]) => string[]) {
    const folder = await mkdtemp(join(tmpdir(), 'muniment-export-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const admin = await testApp.user({ isAdmin: true });
    await fill(testApp, 3);
    const { bytes } = await admin.get(`/api/admin/audit/export${query}`);
    const file = join(folder, 'log.jsonl');
    await writeFile(file, `${change(bytes.toString().trimEnd().split('\n')).join('\n')}\n`);
    return verifyAuditExport(file);
  }

  test('an unchanged export verifies, filtered or not', async ({ testApp }) => {
    const whole = await verifyLines(testApp, '', (lines) => lines);
    expect(whole).toMatchObject({ verifiedRows: await findLastPosition(testApp), problem: undefined });
    const filtered = await verifyLines(testApp, '?action=search.ask', (lines) => lines);
    expect([filtered.problem, filtered.verifiedRows < whole.verifiedRows]).toEqual([undefined, true]);
  });

  test.for([
    [
      'a changed row',
      (lines: string[]) => lines.map((line) => line.replace('192.0.2.5', '192.0.2.6')),
      /^row \d+: its content/,
    ],
    ['a missing row', (lines: string[]) => lines.toSpliced(3, 1), /^row 4: it is missing/],
    ['a missing end', (lines: string[]) => lines.slice(0, -2), /the end of the export is missing/],
    [
      'exchanged rows',
      (lines: string[]) => [...lines.slice(1, 3), lines[0] ?? '', ...lines.slice(3)],
      /out of order/,
    ],
    ['a line that is not a row', (lines: string[]) => ['hello', ...lines], /^line 1: it is no row/],
  ] as const)('verification of an export finds %s', async ([, change, problem], { testApp }) => {
    expect((await verifyLines(testApp, '', change)).problem).toMatch(problem);
  });
});
