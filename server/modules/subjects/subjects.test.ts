import { type Kysely, sql } from 'kysely';
import { describe, expect } from 'vitest';
import { insertRestoredErasures } from '#server/database/audit/persons/insert-restored-erasures.ts';
import { hashSubject } from '#server/database/audit/persons/person-keys.ts';
import { verifyAuditLog } from '#server/database/audit/verify-audit-log.ts';
import { type TestApp, testWithOwnApp as test } from '#server/testing/test-app.ts';
import { applyRestoredErasures } from './apply-restored-erasures.ts';
import { eraseSubject } from './erase-subject.ts';
import { ERASE, erase, leaveTraces } from './testing/traces.ts';

/** Searches every column of every table, as a backup contains them. */
async function findEverywhere({ server }: TestApp, texts: readonly string[]): Promise<string[]> {
  const { db } = server.services;
  const tables = await db.introspection.getTables();
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await (db as unknown as Kysely<Record<string, object>>) // the tables are not known to the types
      .selectFrom(name)
      .selectAll()
      .execute();
    for (const row of rows) {
      const content = JSON.stringify(row, (_key, value) =>
        value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
      ).toLowerCase();
      for (const text of texts) if (content.includes(text.toLowerCase())) found.push(`${name}: ${text}`);
    }
  }
  return found;
}

const problemOf = async ({ server: { services } }: TestApp) =>
  (await verifyAuditLog(services.db, services.signingKeys)).problem;

describe('erasing a person', () => {
  test('erasing a person leaves nothing of the name and the address, and the log whole', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const admin = await testApp.user({ isAdmin: true });
    const { person, fileId } = await leaveTraces(testApp, admin);
    const texts = [person.email, 'Quillfeather'];
    expect(await findEverywhere(testApp, texts)).not.toEqual([]);
    const { status, body } = await erase(admin, person.email);
    expect([status, body.state]).toEqual([202, 'running']);
    expect((await person.get('/api/user')).status).toBe(401);
    await testApp.finishJobs();
    expect(await findEverywhere(testApp, texts)).toEqual([]);
    expect(await findEverywhere(testApp, [`"${person.username}"`])).toEqual([]);
    expect(await problemOf(testApp)).toBeUndefined();
    const log = (await admin.get('/api/admin/audit?limit=1000')).body;
    expect(JSON.stringify(log)).not.toContain(person.email);
    expect(log.some(({ actor }: { actor: { name: string } }) => actor.name === 'Erased on 2026-11-20')).toBe(
      true,
    );
    const sums = await testApp.server.services.db.selectFrom('analytics_daily').selectAll().execute();
    expect(sums).toMatchObject([
      { viewer_email: `viewer-${body.id}@erased.invalid`, views: 4, downloads: 2 },
    ]);
    expect((await admin.get(`/api/files/${fileId}`)).body.ownerId).toBe(admin.id);
    const [erasure] = (await admin.get('/api/admin/erasures')).body;
    expect(erasure).toMatchObject({ id: body.id, state: 'done', statements: 'delete' });
    const certificate = await admin.get(`/api/admin/erasures/${body.id}/certificate`);
    expect([certificate.status, certificate.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  });

  test('erasing a person keeps signed statements that the administrator keeps, which still verify', async ({
    testApp,
  }) => {
    const admin = await testApp.user({ isAdmin: true });
    const { person } = await leaveTraces(testApp, admin);
    const { db } = testApp.server.services;
    const before = await db.selectFrom('receipts').selectAll().execute();
    expect((await erase(admin, person.email, 'keep')).status).toBe(202);
    await testApp.finishJobs();
    expect(await db.selectFrom('receipts').selectAll().execute()).toEqual(before);
    expect(new Set(await findEverywhere(testApp, [person.email]))).toEqual(
      new Set([`receipts: ${person.email}`]),
    );
  });

  test('erasing a person is done once, however often its job runs', { tags: ['sqlite'] }, async ({
    testApp,
  }) => {
    const admin = await testApp.user({ isAdmin: true });
    const { person } = await leaveTraces(testApp, admin);
    const { id } = (await erase(admin, person.email)).body;
    await testApp.finishJobs();
    const { services } = testApp.server;
    await eraseSubject({ ...services, actor: { kind: 'anonymous' }, address: '' }, id);
    expect((await admin.get('/api/admin/erasures')).body).toHaveLength(1);
    expect(await problemOf(testApp)).toBeUndefined();
  });

  test('an erasure that fails in the middle leaves everything as it was, and the next run completes it', async ({
    testApp,
  }) => {
    const admin = await testApp.user({ isAdmin: true });
    const person = await testApp.user();
    const { services } = testApp.server;
    const { id } = (await erase(admin, person.email)).body;
    const ctx = { ...services, actor: { kind: 'anonymous' as const }, address: '' };
    let calls = 0;
    const now = () => {
      calls += 1;
      if (calls > 2) throw new Error('killed');
      return services.now();
    };
    await expect(eraseSubject({ ...ctx, now }, id)).rejects.toThrow('killed');
    expect(await findEverywhere(testApp, [person.email])).toEqual([`users: ${person.email}`]);
    await testApp.finishJobs();
    expect(await findEverywhere(testApp, [person.email])).toEqual([]);
  });

  test('spares an account that registered with the address meanwhile', async ({ testApp }) => {
    const admin = await testApp.user({ isAdmin: true });
    const [person, other] = [await testApp.user(), await testApp.user()];
    expect((await erase(admin, person.email)).status).toBe(202);
    await testApp.server.services.db
      .updateTable('users')
      .set({ email: person.email, email_key: person.email })
      .where('id', '=', other.id)
      .execute();
    await testApp.finishJobs();
    expect((await other.get('/api/user')).body).toMatchObject({ email: person.email });
    const erased = testApp.server.services.db
      .selectFrom('users')
      .select('username')
      .where('id', '=', person.id);
    expect((await erased.executeTakeFirst())?.username).toBe(`erased-${person.id}`);
  });

  test('erasing a person does not erase who became the last administrator meanwhile', async ({ testApp }) => {
    const admin = await testApp.user({ isAdmin: true });
    const person = await testApp.user();
    const { id } = (await erase(admin, person.email)).body;
    const { services } = testApp.server;
    await sql`update users set is_admin = case when id = ${person.id} then 1 else 0 end, deleted_at = null`.execute(
      services.db,
    );
    const ctx = { ...services, actor: { kind: 'anonymous' as const }, address: '' };
    await expect(eraseSubject(ctx, id)).rejects.toThrow('The last administrator cannot be erased.');
  });

  test('an address in the list of a link is replaced, so that the link does not open to everybody', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const admin = await testApp.user({ isAdmin: true });
    const { person } = await leaveTraces(testApp, admin);
    await erase(admin, person.email);
    await testApp.finishJobs();
    const links = await testApp.server.services.db.selectFrom('links').select('settings').execute();
    expect(links.map(({ settings }) => JSON.parse(settings).allowed)).toEqual([
      [expect.stringMatching(/^link-\d+@erased\.invalid$/)],
    ]);
  });

  test('a person who comes back is a new one', async ({ testApp }) => {
    const admin = await testApp.user({ isAdmin: true });
    const email = 'returns@example.test';
    const invite = async () => {
      const folder = await admin.folder();
      await admin.post('/api/invitations', {
        email,
        folderIds: [folder.id],
        role: 'visitor',
        allFolders: false,
      });
    };
    await invite();
    await erase(admin, email);
    await testApp.finishJobs();
    await invite();
    const log = (await admin.get('/api/admin/audit?action=invitation.create')).body;
    expect(log.map(({ object }: { object: { name: string } }) => object.name)).toEqual([
      email,
      'Erased on 2026-11-20',
    ]);
  });
});

describe('the list of erasures', () => {
  test('the list of erasures is exported as a whole, as a restore reads it', { tags: ['sqlite'] }, async ({
    testApp,
  }) => {
    const admin = await testApp.user({ isAdmin: true });
    const { services } = testApp.server;
    const exported = async () => {
      const { status, bytes, headers } = await admin.get('/api/admin/erasures/export');
      expect([status, headers['content-disposition']]).toEqual([200, 'attachment; filename=erasures.json']);
      return JSON.parse(bytes.toString());
    };
    expect(await exported()).toEqual([]);
    const listed = Array.from({ length: 2_001 }, (_, at) => ({
      subjectHash: at.toString(16).padStart(64, '0'),
      requestedAt: new Date(at).toISOString(),
      statements: 'keep' as const,
    }));
    expect(await insertRestoredErasures(services.db, listed)).toBe(2_001);
    const erasures: (typeof listed)[number][] = await exported();
    expect(new Set(erasures.map(({ subjectHash }) => subjectHash)).size).toBe(2_001);
    expect(erasures.slice(0, 1)).toEqual((await admin.get('/api/admin/erasures?limit=1')).body);
    // A restore finds each of them in the list.
    expect(await insertRestoredErasures(services.db, erasures)).toBe(0);
  });
});

describe('a restored backup', () => {
  test('the people of the list are erased before the server answers', async ({ testApp }) => {
    const admin = await testApp.user({ isAdmin: true });
    const { person, fileId } = await leaveTraces(testApp, admin);
    const { services } = testApp.server;
    const subjectHash = hashSubject(services, 'address', person.email);
    const listed = [
      { subjectHash, requestedAt: new Date(0).toISOString(), statements: 'delete' as const },
      { subjectHash: 'ab'.repeat(32), requestedAt: new Date(1).toISOString(), statements: 'keep' as const },
    ];
    expect(await insertRestoredErasures(services.db, listed)).toBe(2);
    expect(await insertRestoredErasures(services.db, listed)).toBe(0);
    const ctx = { ...services, actor: { kind: 'anonymous' as const }, address: '' };
    await applyRestoredErasures(ctx);
    await applyRestoredErasures(ctx);
    expect(await findEverywhere(testApp, [person.email, 'Quillfeather'])).toEqual([]);
    const states = (await admin.get('/api/admin/erasures')).body.map(({ state }: { state: string }) => state);
    expect(states).toEqual(['done', 'done']);
    expect((await admin.get(`/api/files/${fileId}`)).body.ownerId).toBe(person.id);
    expect(await problemOf(testApp)).toBeUndefined();
  });
});

describe('the preview', () => {
  test('the preview lists both accounts of an address', async ({ testApp }) => {
    const admin = await testApp.user({ isAdmin: true });
    const [person, other] = [await testApp.user(), await testApp.user()];
    await admin.delete(`/api/admin/users/${person.id}`);
    await testApp.server.services.db
      .updateTable('users')
      .set({ email: person.email, email_key: person.email })
      .where('id', '=', other.id)
      .execute();
    const { body } = await admin.post(ERASE, { email: person.email.toUpperCase(), preview: true });
    expect(body.notice).toBe('This address belonged to 2 accounts.');
    expect(body.accounts).toMatchObject([
      { id: person.id, isDeleted: true },
      { id: other.id, isDeleted: false },
    ]);
  });

  test('must be current, and not be of oneself or the last administrator', async ({ testApp }) => {
    const admin = await testApp.user({ isAdmin: true });
    const person = await testApp.user();
    const { body } = await admin.post(ERASE, { email: person.email, preview: true });
    await person.folder();
    const stale = await admin.post(ERASE, { email: person.email, confirm: body.hash, statements: 'delete' });
    expect([stale.status, stale.body.error]).toEqual([409, 'The data has changed. Check the preview again.']);
    const own = await admin.post(ERASE, { email: admin.email, preview: true });
    expect([own.status, own.body.error]).toEqual([409, 'Ask another administrator.']);
    await sql`update users set is_admin = 0 where id <> ${admin.id}`.execute(testApp.server.services.db);
    const last = await admin.post(ERASE, { email: admin.email, preview: true });
    expect([last.status, last.body.error]).toEqual([409, 'The last administrator cannot be erased.']);
    const silent = await admin.post(ERASE, { email: person.email, confirm: body.hash });
    expect(silent.status).toBe(400);
  });

  test('the preview names no room that administrators may not read', async ({ testApp }) => {
    const admin = await testApp.user({ isAdmin: true });
    const person = await testApp.user();
    const folder = await person.folder('Secret deal');
    await person.post(`/api/folders/${folder.id}/room`);
    const { db } = testApp.server.services;
    await sql`insert into rooms (folder_id, created_by_id, created_at) select ${folder.id}, ${person.id}, 0
      where not exists (select 1 from rooms where folder_id = ${folder.id})`.execute(db);
    const rooms = async () =>
      (await admin.post('/api/admin/subjects/search', { email: person.email })).body.rooms;
    expect(await rooms()).toEqual([{ id: folder.id, name: 'Secret deal' }]);
    await db
      .updateTable('rooms')
      .set({ administrators_can_read: 0 })
      .where('folder_id', '=', folder.id)
      .execute();
    expect(await rooms()).toEqual([]);
  });
});
