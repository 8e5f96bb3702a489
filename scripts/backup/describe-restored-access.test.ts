import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readEncryptionKeys } from '#server/app/open-encryption-keys.ts';
import { verifyAuditLog } from '#server/database/audit/verify-audit-log.ts';
import { createTestClient } from '#server/testing/clients/inject-client.ts';
import { PASSWORD } from '#server/testing/factories.ts';
import { createDatabase, startPostgres } from '#server/testing/postgres/postgres-server.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';
import { runScript } from '../command-line/testing/run-script.ts';
import { createBackup } from './create-backup.ts';
import { describeRestoredAccess } from './describe-restored-access.ts';
import { restoreBackup } from './restore-backup.ts';

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let folder: string;
beforeAll(async () => {
  postgres = await startPostgres();
  folder = await mkdtemp(join(tmpdir(), 'muniment-restored-access-'));
});
afterAll(async () => {
  await Promise.all([postgres.stop(), rm(folder, { recursive: true })]);
});

const asFound = {
  onProgress() {},
  onDamage: (key: string) => expect.unreachable(key),
  withoutKey: false,
  recipients: [],
  signal: new AbortController().signal,
};

type Engine = 'SQLite' | 'PostgreSQL';

const databaseOf = async (engine: Engine): Promise<string | undefined> =>
  engine === 'SQLite'
    ? undefined
    : createDatabase(postgres.url, `room_${crypto.randomUUID().replaceAll('-', '')}`);

async function open(dataDir: string, databaseUrl: string | undefined): Promise<TestApp> {
  const testApp = await openTestApp({ dataDir, config: { databaseUrl }, startsAt: Date.now() });
  onTestFinished(() => testApp.close());
  return testApp;
}

const enter = (testApp: TestApp, token: string) =>
  createTestClient(testApp.server.http).get(`/api/visitor/auth/${token}`);

/** Creates a backup with two open links and one that was revoked before; afterwards one of the two is revoked. */
async function openBackedUp(engine: Engine) {
  const name = join(folder, crypto.randomUUID());
  const testApp = await open(`${name}-from`, await databaseOf(engine));
  const owner = await testApp.user();
  const { id: folderId } = await owner.folder('Deal');
  const invite = async (role: 'visitor' | 'collaborator') => {
    const invitation = { email: `${crypto.randomUUID()}@example.test`, role, folderIds: [folderId] };
    const { status, body } = await owner.post('/api/invitations', invitation);
    expect(status).toBe(201);
    return { id: body.id, token: body.inviteUrl.slice(-43) };
  };
  const [visitor, collaborator, revoked] = [
    await invite('visitor'),
    await invite('collaborator'),
    await invite('visitor'),
  ];
  // The clock of the app stands still, that of the backup does not.
  await testApp.server.services.db.updateTable('invitations').set({ expires_at: 4e12 }).execute();
  await owner.delete(`/api/invitations/${revoked.id}`);
  const visit = createTestClient(testApp.server.http);
  expect((await visit.get(`/api/visitor/auth/${visitor.token}`)).status).toBe(200);
  const newPassword = 'another password to test with';
  const change = { currentPassword: PASSWORD, newPassword, confirmPassword: newPassword };
  expect((await owner.patch('/api/user/password', change)).status).toBe(200);

  const file = `${name}.backup`;
  await createBackup(testApp.server.services.config, file, asFound);
  expect((await owner.delete(`/api/invitations/${visitor.id}`)).status).toBe(200);
  const databaseUrl = await databaseOf(engine);
  const restore = async (keepsLinks: boolean) => {
    const config = { ...testApp.server.services.config, databaseUrl, dataDir: `${name}-to` };
    const restored = await restoreBackup(config, file, {
      ...asFound,
      acceptsDamage: false,
      keepsLinks,
      identityFile: undefined,
    });
    return { restored, testApp: await open(`${name}-to`, databaseUrl) };
  };
  return {
    file,
    owner,
    visit,
    visitor,
    collaborator,
    revoked,
    changedAt: testApp.server.services.now(),
    restore,
  };
}

describe('an installation restored on SQLite', () => describeRestored('SQLite'));
// The restore itself is tested on both engines in `restore-across-databases.test.ts`.
describe('an installation restored on PostgreSQL', { tags: ['full'] }, () => describeRestored('PostgreSQL'));

function describeRestored(engine: Engine): void {
  test('a restore revokes open links and invitations, and records it', async () => {
    const { visit, visitor, collaborator, revoked, restore } = await openBackedUp(engine);
    const { restored, testApp } = await restore(false);
    expect(restored.openInvitations).toBe(2);
    for (const { token } of [visitor, revoked]) expect((await enter(testApp, token)).status).toBe(404);
    const preview = await testApp.anonymous.get(`/api/invitations/${collaborator.token}`);
    expect(preview.status).toBe(404);
    const session = createTestClient(testApp.server.http, visit.cookie);
    expect((await session.get('/api/folders')).status).toBe(401);

    const { db, config } = testApp.server.services;
    const recorded = await db
      .selectFrom('audit_log')
      .select(['object_id', 'details'])
      .where('action', '=', 'invitation.revoke')
      .where('actor_kind', '=', 'anonymous')
      .orderBy('position')
      .execute();
    const details = JSON.stringify({ reason: 'restore', backupMadeAt: restored.backupMadeAt });
    expect(recorded).toEqual([visitor, collaborator].map(({ id }) => ({ object_id: id, details })));
    const { keyRing } = await readEncryptionKeys(config, db);
    expect((await verifyAuditLog(db, keyRing)).problem).toBeUndefined();
  });

  test('a restore keeps the links when asked to, but no session', async () => {
    const { visit, visitor, collaborator, revoked, restore } = await openBackedUp(engine);
    const { restored, testApp } = await restore(true);
    expect(restored.openInvitations).toBe(2);
    expect((await enter(testApp, visitor.token)).status).toBe(200);
    expect((await enter(testApp, revoked.token)).status).toBe(404);
    expect((await testApp.anonymous.get(`/api/invitations/${collaborator.token}`)).status).toBe(200);
    const session = createTestClient(testApp.server.http, visit.cookie);
    expect((await session.get('/api/folders')).status).toBe(401);
  });

  test('a restore lists the accounts with their last known password change', async () => {
    const { owner, changedAt, restore } = await openBackedUp(engine);
    const { restored } = await restore(false);
    expect(restored.accounts).toEqual([
      { username: 'admin', email: 'admin@localhost', passwordChangedAt: null },
      { username: owner.username, email: owner.email, passwordChangedAt: changedAt },
    ]);
  });
}

test('the report counts links and names accounts, without control characters', () => {
  const access = {
    openInvitations: 2,
    backupMadeAt: 0,
    accounts: [
      { username: 'a\nb', email: 'a@b', passwordChangedAt: null },
      { username: 'c', email: 'c@d', passwordChangedAt: 1_000 },
    ],
  };
  const lines = describeRestoredAccess({ ...access, keepsLinks: false });
  expect(lines[0]).toMatch(/^Revoked 2 open invitations .* 1970-01-01T00:00:00.000Z/);
  expect(lines.slice(2)).toEqual([
    'Accounts: 2',
    '  a?b <a@b>: no password change recorded',
    '  c <c@d>: password last changed 1970-01-01T00:00:01.000Z',
  ]);
  expect(describeRestoredAccess({ ...access, keepsLinks: true })[0]).toMatch(/^Kept 2 open invitations/);
});

test('the command prints links and accounts, and refuses an unknown flag', { tags: ['full'] }, async () => {
  const { file, owner } = await openBackedUp('SQLite');
  const dataDir = join(folder, crypto.randomUUID());
  const wrong = await runScript('restore', ['--keep-link', file], { DATA_DIR: dataDir });
  expect([wrong.code, wrong.out]).toEqual([1, '']);
  expect(wrong.err).toMatch(/^Unknown option '--keep-link'\. Usage: npm run restore .*--keep-links.*\n$/);
  const { code, out, err } = await runScript('restore', [file], { DATA_DIR: dataDir });
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('Revoked 2 open invitations and visitor links');
  expect(out).toContain(`  ${owner.username} <${owner.email}>: password last changed `);
});
