import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { audit } from '#server/app/audit.ts';
import { isPostgres } from '#server/database/open-database.ts';
import { type TestApp, testWithOwnApp as test } from '#server/testing/test-app.ts';
import { verifyAuditLog } from '../verify-audit-log.ts';
import { createEntryEncryptor } from './encrypt-audit-rows.ts';
import { createPersonCipher } from './person-cipher.ts';
import { readAuditRows } from './read-audit-rows.ts';
import { appendAuditRowsInOldForm } from './testing/append-in-old-form.ts';

const rowsOf = ({ server }: TestApp) =>
  server.services.db.selectFrom('audit_log').selectAll().orderBy('position').execute();

const problemOf = async ({ server: { services } }: TestApp) =>
  (await verifyAuditLog(services.db, services.signingKeys)).problem;

/** Changes rows as somebody could who has the database. */
async function tamper({ server: { services } }: TestApp, change: string): Promise<void> {
  const { db } = services;
  const triggers = isPostgres(db)
    ? ['audit_log_rejects_change on audit_log', 'audit_log_rejects_update on audit_log']
    : ['audit_log_rejects_update', 'audit_log_rejects_delete'];
  for (const trigger of triggers) await sql.raw(`drop trigger ${trigger}`).execute(db);
  await sql.raw(change).execute(db);
}

describe('names in the audit log', () => {
  test('new entries store names and addresses encrypted, and the log shows them', async ({ testApp }) => {
    const admin = await testApp.user({ isAdmin: true });
    const user = await testApp.user();
    const folder = await user.folder();
    await user.post('/api/invitations', {
      email: 'guest@example.com',
      folderIds: [folder.id],
      role: 'visitor',
    });
    await user.patch('/api/user/profile', { username: `${user.username}-new`, email: user.email });
    const rows = (await rowsOf(testApp)).filter(({ actor_id }) => actor_id === user.id);
    const stored = JSON.stringify(rows);
    for (const text of [user.username, user.email, 'guest@example.com', '127.0.0.1'])
      expect(stored).not.toContain(text);
    const { body } = await admin.get('/api/admin/audit');
    const shown = JSON.stringify(body);
    for (const text of [user.username, `${user.username}-new`, 'guest@example.com', '127.0.0.1'])
      expect(shown).toContain(text);
    expect(await problemOf(testApp)).toBeUndefined();
  });

  test('a name that looks encrypted is a name', async ({ testApp }) => {
    const [admin, user] = [await testApp.user({ isAdmin: true }), await testApp.user()];
    await user.folder();
    const { services } = testApp.server;
    const keyId = (await rowsOf(testApp)).at(-1)?.actor_key_id ?? 0;
    const lookalikes = ['enc1.7.AAAA', `enc1.${keyId}.${'A'.repeat(40)}`];
    for (const name of lookalikes) {
      await admin.folder(name);
      await appendAuditRowsInOldForm(services, { actorId: admin.id, actorName: name });
      await audit(
        { ...services, actor: { kind: 'anonymous' }, address: '192.0.2.7' },
        {
          action: 'user.update',
          object: { kind: 'user', id: admin.id, name },
          details: { note: name, firstName: name, email: 'guest@example.com' },
        },
      );
    }
    const { db, now } = services;
    await db
      .updateTable('person_keys')
      .set({ encrypted_key: null, subject_hash: null, destroyed_at: now() })
      .where('id', '=', keyId)
      .execute();
    expect(await problemOf(testApp)).toBeUndefined();
    const read = (await readAuditRows(db, services, await rowsOf(testApp))).slice(-6);
    expect(read.map(({ object_name }) => object_name)).toEqual(
      lookalikes.flatMap((name) => [name, null, name]),
    );
    for (const [place, name] of lookalikes.entries()) {
      expect(read[place * 3 + 1]?.actor_name).toBe(name);
      expect(JSON.parse(read[place * 3 + 2]?.details ?? '')).toMatchObject({ note: name, firstName: name });
    }
  });

  test('somebody who is erased before an entry gets its place has another name and key in it', async ({
    testApp,
  }) => {
    const user = await testApp.user();
    await user.folder();
    const { services } = testApp.server;
    const { db } = services;
    const last = (await rowsOf(testApp)).at(-1);
    if (!last) throw new Error('no entry');
    const entry = { ...last, address: '192.0.2.7', always: false, onceWithinMs: undefined };
    const encryptor = await createEntryEncryptor(db, services, [entry]);
    const keyId = last.actor_key_id ?? 0;
    await db.deleteFrom('person_names').where('person_key_id', '=', keyId).execute();
    await db
      .updateTable('person_keys')
      .set({ encrypted_key: null, subject_hash: null, destroyed_at: 1 })
      .where('id', '=', keyId)
      .execute();
    await db.updateTable('users').set({ username: 'erased' }).where('id', '=', user.id).execute();
    await encryptor.addMissingKeys();
    const encrypted = encryptor.encrypt(entry);
    expect(encrypted?.actorName).toBe('erased');
    expect(encrypted?.row.actor_key_id).toBeGreaterThan(keyId);
    const names = db.selectFrom('person_names').selectAll().where('person_key_id', '=', keyId);
    expect(await names.execute()).toEqual([]);
  });

  test('the log is searched by present and former names and by address', async ({ testApp }) => {
    const admin = await testApp.user({ isAdmin: true });
    const user = await testApp.user();
    await user.folder();
    await user.patch('/api/user/profile', { username: 'quite-another', email: user.email });
    for (const actor of [user.username, 'quite-another', user.email, String(user.id)]) {
      const { body } = await admin.get(`/api/admin/audit?actor=${encodeURIComponent(actor)}`);
      const actions = body.map(({ action }: { action: string }) => action);
      expect(actions, actor).toContain('folder.create');
      expect(new Set(body.map(({ actor }: { actor: { id: number } }) => actor.id))).toEqual(
        new Set([user.id]),
      );
    }
  });

  test('a destroyed key leaves the chain whole and a date in place of the name', async ({ testApp }) => {
    const admin = await testApp.user({ isAdmin: true });
    const user = await testApp.user();
    await user.folder('Contracts');
    const { db, now } = testApp.server.services;
    const before = await rowsOf(testApp);
    const keyId = before.find(({ action }) => action === 'folder.create')?.actor_key_id ?? 0;
    await db
      .updateTable('person_keys')
      .set({ encrypted_key: null, subject_hash: null, destroyed_at: now() })
      .where('id', '=', keyId)
      .execute();
    const { body } = await admin.get(`/api/admin/audit?actor=${user.id}`);
    const entry = body.find(({ action }: { action: string }) => action === 'folder.create');
    expect(entry).toMatchObject({
      actor: { id: user.id, name: 'Erased on 2026-11-20' },
      object: { name: 'Contracts' },
      address: 'Erased on 2026-11-20',
    });
    expect(await problemOf(testApp)).toBeUndefined();
    expect(await rowsOf(testApp)).toEqual(expect.arrayContaining(before));
  });

  test('entries of nodes of an earlier version stay readable and verify', async ({ testApp }) => {
    const admin = await testApp.user({ isAdmin: true });
    const { services } = testApp.server;
    await appendAuditRowsInOldForm(services, { actorId: admin.id, actorName: 'Old Name' });
    await admin.folder();
    const { body } = await admin.get('/api/admin/audit?actor=Old%20Name');
    expect(body).toMatchObject([{ actor: { name: 'Old Name' }, address: '192.0.2.7' }]);
    expect(await problemOf(testApp)).toBeUndefined();
  });

  test.for([
    [
      'actor',
      'update audit_log set actor_key_id = actor_key_id + 1 where position = (select max(position) from audit_log)',
    ],
    [
      'missing actor',
      'update audit_log set actor_key_id = null where position = (select max(position) from audit_log)',
    ],
    [
      'object',
      'update audit_log set object_key_id = 1 where position = (select max(position) from audit_log)',
    ],
  ] as const)('verification finds a changed key of the %s', async ([, change], { testApp }) => {
    const user = await testApp.user();
    await user.folder();
    expect(await problemOf(testApp)).toBeUndefined();
    await tamper(testApp, change);
    expect(await problemOf(testApp)).toMatch(/^row \d+: it names /);
  });
});

describe('person cipher', () => {
  const key = Buffer.alloc(32, 7);

  test('encrypts equal texts alike for one person, and not for two', () => {
    const [one, other] = [createPersonCipher(1, key), createPersonCipher(1, Buffer.alloc(32, 8))];
    expect(one.encrypt('dana')).toBe(createPersonCipher(1, key).encrypt('dana'));
    expect(one.encrypt('dana')).not.toBe(other.encrypt('dana'));
    expect(one.decrypt(one.encrypt('Jürgen 🙂'))).toBe('Jürgen 🙂');
  });

  test('the person cipher does not decrypt what another key encrypted, or what was changed', () => {
    const cipher = createPersonCipher(1, key);
    const text = cipher.encrypt('dana@example.com');
    expect(createPersonCipher(1, Buffer.alloc(32)).decrypt(text)).toBeUndefined();
    expect(cipher.decrypt(`${text.slice(0, -2)}AA`)).toBeUndefined();
    for (const other of ['dana', 'enc1.1.', 'enc1.1.AAAA', '']) expect(cipher.decrypt(other)).toBeUndefined();
  });
});
