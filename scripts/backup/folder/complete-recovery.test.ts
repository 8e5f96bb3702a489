import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { hashSubject } from '#server/database/audit/persons/person-keys.ts';
import { listMigrations } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { extractReleaseFixture } from '#server/database/testing/release-fixture.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { runScript } from '../../command-line/testing/run-script.ts';
import { completeRecovery } from './complete-recovery.ts';
import { createIncrementalBackup } from './create-incremental-backup.ts';

const quiet = { onProgress() {}, onDamage() {} };

/**
 * Creates an installation with a person, the objects of which are in a backup folder, and a list of erasures that names the
 * person.
 */
async function openRecovered() {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-recovered-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [dataDir, backups, list] = ['data', 'backups', 'erasures.json'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const testApp = await openTestApp({ dataDir, startsAt: Date.now() });
  const person = await testApp.user();
  await person.file();
  const { services } = testApp.server;
  await createIncrementalBackup(services.config, backups, {
    ...quiet,
    withoutKey: false,
    recipients: [],
    signal: new AbortController().signal,
    objectsOnly: true,
  });
  const subjectHash = hashSubject(services, 'address', person.email);
  const requestedAt = new Date(0).toISOString();
  await writeFile(list, JSON.stringify([{ subjectHash, requestedAt, statements: 'keep' }]));
  await testApp.close();
  return { config: services.config, dataDir, backups, list, person };
}

test('the people of a list are erased when the server starts after a recovery', async () => {
  const { config, dataDir, backups, list, person } = await openRecovered();
  const recover = (erasuresFile: string | undefined) =>
    completeRecovery(config, backups, { ...quiet, keepsLinks: false, erasuresFile });
  await expect(recover(join(backups, 'absent.json'))).rejects.toThrow('is not a list of erasures');
  expect(await recover(list)).toMatchObject({ missing: 0, erasures: 1 });
  expect(await recover(list), 'a repetition adds nothing').toMatchObject({ erasures: 0 });
  const app = await openTestApp({ dataDir, startsAt: Date.now() });
  onTestFinished(() => app.close());
  const { db } = app.server.services;
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  expect(email).toBe(`account-${person.id}@erased.invalid`);
});

test('the command takes the list, says when there is none, and refuses what it would not use', async () => {
  const { dataDir, backups, list } = await openRecovered();
  const run = (...options: string[]) =>
    runScript('restore', ['--after-recovery', ...options, backups], { DATA_DIR: dataDir });
  expect(await run('--erasures', list)).toMatchObject({
    code: 0,
    out: expect.stringContaining('1 people of the list will be erased when the server starts'),
  });
  expect((await run()).out).toContain('Erasures of people since the backup are unknown');
  expect(await run('--identity', list, '--at', '2026-11-20T17:30:00Z')).toMatchObject({
    code: 1,
    err: '--after-recovery does not use --identity or --at. Leave it out.\n',
  });
  expect(await run('--erasures', list, '--erasures', list)).toMatchObject({
    code: 1,
    err: 'Give --erasures once.\n',
  });
});

test('a database from before an upgrade is migrated, and nobody stays signed in', async () => {
  const { config, backups } = await openRecovered();
  const dataDir = await mkdtemp(join(tmpdir(), 'muniment-upgraded-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  await extractReleaseFixture('0.1.0', dataDir);
  const location = { engine: 'sqlite', file: join(dataDir, 'muniment.db') } as const;
  const before = openDatabase(location);
  const { id } = await before.db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow();
  await sql`insert into sessions (token_hash, user_id, created_at, last_seen_at, address, user_agent)
    values (${Buffer.from('token')}, ${id}, 0, 0, '', '')`.execute(before.db);
  await before.db.destroy();
  // Its objects are in no backup folder, of which this command says so.
  const recovered = await completeRecovery({ ...config, dataDir }, backups, { ...quiet, keepsLinks: false });
  expect(recovered.accounts.length).toBeGreaterThan(1);
  const { db, engine } = openDatabase(location);
  onTestFinished(() => db.destroy());
  expect((await listMigrations(db, engine)).filter(({ isDone }) => !isDone)).toEqual([]);
  expect(await db.selectFrom('sessions').select('token_hash').execute()).toEqual([]);
});
