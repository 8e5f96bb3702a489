import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { appendAuditRowsInOldForm } from '#server/database/audit/persons/testing/append-in-old-form.ts';
import { extractText } from '#server/engines/documents/extraction/testing/expect-blocks.ts';
import { testWithOwnApp as test } from '#server/testing/test-app.ts';
import { erase, leaveTraces } from './testing/traces.ts';

async function textOfPdf(bytes: Buffer): Promise<string> {
  const { blocks } = await extractText('pdf', bytes);
  return blocks.map(({ text }) => text).join('\n');
}

describe('exports', () => {
  test('exports contain what is stored about the person, for the administrator who asked and for a day', async ({
    testApp,
  }) => {
    const admin = await testApp.user({ isAdmin: true });
    const other = await testApp.user({ isAdmin: true });
    const { person } = await leaveTraces(testApp, admin);
    const shared = await admin.folder('For two');
    await admin.post(`/api/folders/${shared.id}/collaborators`, { userId: person.id });
    for (const format of ['json', 'csv', 'pdf'] as const) {
      const { status, body } = await admin.post('/api/admin/subjects/export', {
        email: person.email,
        format,
      });
      expect(status).toBe(202);
      const answer = await admin.get(body.downloadUrl);
      const text = format === 'pdf' ? await textOfPdf(answer.bytes) : answer.bytes.toString();
      const kinds = format === 'pdf' ? ['Invitations', 'Sessions'] : ['invitations', 'sessions'];
      for (const part of [person.email, 'Quillfeather', 'folder.create', ...kinds])
        expect(text).toContain(part);
      if (format === 'json')
        expect(Object.keys(JSON.parse(text))).toEqual(
          expect.arrayContaining(['auditEntries', 'collaborations', 'sessions']),
        );
      expect((await other.get(body.downloadUrl)).status).toBe(404);
      await sql`update subject_exports set created_at = created_at - ${25 * 60 * 60 * 1000}`.execute(
        testApp.server.services.db,
      );
      expect((await admin.get(body.downloadUrl)).status).toBe(404);
    }
  });

  test('name no document that the reader may not see', async ({ testApp }) => {
    const admin = await testApp.user({ isAdmin: true });
    const person = await testApp.user();
    const folder = await person.folder('Secret deal');
    const file = await person.file({ folderId: folder.id, name: 'Secret offer.txt' });
    await person.post(`/api/folders/${folder.id}/room`);
    const { db } = testApp.server.services;
    const mail = {
      to_address: person.email,
      subject: 'Secret offer.txt was added',
      created_at: 0,
      should_send: 0,
    } as const;
    await db
      .insertInto('outbox_messages')
      .values({ ...mail, encrypted_body: Buffer.alloc(0) })
      .execute();
    await sql`insert into rooms (folder_id, created_by_id, created_at) select ${folder.id}, ${person.id}, 0
      where not exists (select 1 from rooms where folder_id = ${folder.id})`.execute(db);
    await sql`update rooms set administrators_can_read = 0 where folder_id = ${folder.id}`.execute(db);
    const { body } = await admin.post('/api/admin/subjects/export', { email: person.email, format: 'json' });
    const exported = JSON.parse((await admin.get(body.downloadUrl)).bytes.toString());
    expect([exported.folders, exported.files]).toEqual([undefined, undefined]);
    expect(exported.mails).toHaveLength(1);
    expect(JSON.stringify(exported)).not.toContain('Secret');
    const own = async () => (await person.get('/api/user/my-data')).body;
    expect((await own()).files).toMatchObject([{ id: file.id }]);
    expect((await own()).folders).toMatchObject([{ id: folder.id }]);
    await db.updateTable('folders').set({ owner_id: admin.id }).where('id', '=', folder.id).execute();
    expect((await own()).files).toBeUndefined();
  });

  test('my data is the caller’s alone', async ({ testApp }) => {
    const admin = await testApp.user({ isAdmin: true });
    const { person } = await leaveTraces(testApp, admin);
    const { status, bytes } = await person.get('/api/user/my-data');
    expect(status).toBe(200);
    const data = JSON.parse(bytes.toString());
    expect(data.accounts).toMatchObject([{ id: person.id, email: person.email }]);
    for (const entry of data.auditEntries) expect(entry.actor.name).not.toBe(admin.username);
    expect(bytes.toString()).not.toContain(admin.email);
  });

  test('my data of an account without a confirmed address is found by the account alone', async ({
    testApp,
  }) => {
    const admin = await testApp.user({ isAdmin: true });
    const person = await testApp.user();
    const shared = await admin.folder('Shared');
    await testApp.visitor({ inviter: admin, folderIds: [shared.id], email: 'guest@example.test' });
    const { db } = testApp.server.services;
    // As rows without an address are, and rows of the log by nobody.
    await db.updateTable('invitations').set({ email: '', email_key: '' }).execute();
    await appendAuditRowsInOldForm(testApp.server.services, { actorId: admin.id, actorName: '' });
    await db
      .updateTable('users')
      .set({ email: 'guest@example.test', email_key: 'guest@example.test', email_verified_at: null })
      .where('id', '=', person.id)
      .execute();
    const data = (await person.get('/api/user/my-data')).body;
    expect(data.invitations).toBeUndefined();
    expect(new Set(data.auditEntries.map(({ actor }: { actor: { id: number } }) => actor.id))).toEqual(
      new Set([person.id]),
    );
  });

  test.for(['username', 'name', 'unconfirmed address'] as const)(
    'an account is not another person whose address is its %s',
    async (disguise, { testApp }) => {
      const admin = await testApp.user({ isAdmin: true });
      const [victim, impostor] = ['victim@example.test', await testApp.user()];
      const { db } = testApp.server.services;
      const changes = {
        username: { username: victim, username_key: victim },
        name: { first_name: victim },
        'unconfirmed address': { email: victim, email_key: victim, email_verified_at: null },
      };
      await db.updateTable('users').set(changes[disguise]).where('id', '=', impostor.id).execute();
      const folder = await admin.folder('Shared');
      await admin.post('/api/invitations', {
        email: victim,
        folderIds: [folder.id],
        role: 'visitor',
        allFolders: false,
      });
      const visitor = await testApp.visitor({ inviter: admin, folderIds: [folder.id], email: victim });
      await visitor.post('/api/receipts');
      const text = JSON.stringify((await impostor.get('/api/user/my-data')).body.auditEntries);
      expect(text).not.toContain('invitation.');
      expect(text).not.toContain('receipt.');
      // If the address differs, the account is erased without the keys of the victim.
      await db
        .updateTable('users')
        .set({ email: 'impostor@example.test', email_key: 'impostor@example.test' })
        .where('id', '=', impostor.id)
        .execute();
      expect((await erase(admin, 'impostor@example.test')).status).toBe(202);
      await testApp.finishJobs();
      const log = (await admin.get('/api/admin/audit?action=invitation.create')).body;
      expect(log.map(({ object }: { object: { name: string } }) => object.name)).toContain(victim);
    },
  );
});
