import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import { recordKnownRules } from '#server/database/migrations/0077-version-rules/0077-version-rules.ts';
import { addMembers, grant } from '#server/testing/room-fixture.ts';
import { testWithOwnApp as test } from '#server/testing/test-app.ts';
import { followDatabaseClock, passInstant } from './testing/access-over-time.ts';
import { certify, openRoomNow } from './testing/certify.ts';

test('a certificate names each earlier version that a party could open at the instant, and no other', async ({
  testApp,
}) => {
  const { owner, root, inner, group, url, now } = await openRoomNow(testApp);
  const { db } = testApp.server.services;
  const member = await testApp.user();
  await addMembers(owner, group, member.email);
  const colleague = await testApp.user();
  await owner.post(`/api/folders/${root.id}/collaborators`, { userId: colleague.id });
  const second = (await owner.post(`/api/rooms/${root.id}/groups`, { name: 'Bidder B' })).body;
  await grant(owner, root.id, { folder: inner, group: second, level: 'view' });
  const { id } = await owner.file({ folderId: inner.id, content: 'Unpublished draft.' });
  const replace = async (content: string, isDraft = false) => {
    await passInstant(db);
    await followDatabaseClock(testApp);
    const form = [
      ...(isDraft ? [{ name: 'draft', value: 'true' }] : []),
      { name: 'file', value: content, filename: 'note.txt' },
    ];
    expect((await owner.form(`/api/files/${id}/versions`, form)).status).toBe(201);
    await passInstant(db);
    await followDatabaseClock(testApp);
  };
  await replace('First published.');
  expect((await owner.post(`/api/rooms/${root.id}/publications`, {})).status).toBe(201);
  await replace('A wrong price.');
  await replace('Third published.');
  const beforeRule = await now();
  await owner.patch(`/api/groups/${group.id}`, { seesVersions: true });
  const beforeWithdrawal = await now();
  await owner.post(`/api/files/${id}/versions/3/withdraw`, { reason: 'A wrong price.' });
  await replace('Current.');
  const withRule = await now();
  await owner.patch(`/api/groups/${group.id}`, { seesVersions: false });
  await replace('Waits for a publication.', true);
  const withDraft = await now();
  const versions = async (party: object, at?: string) => {
    const { statement } = await certify(testApp, owner, url, { ...party, ...(at && { at }) });
    const found = statement.documents.find((document) => document.id === id);
    return [found?.version, (found?.earlier ?? []).map(({ version }) => version)];
  };
  const ofGroup = { groupId: group.id };
  expect(await versions(ofGroup, beforeRule)).toEqual([4, []]);
  expect(await versions(ofGroup, beforeWithdrawal)).toEqual([4, [2, 3]]);
  expect(await versions(ofGroup, withRule)).toEqual([5, [2, 4]]);
  expect(await versions(ofGroup)).toEqual([5, []]);
  expect(await versions({ groupId: second.id }, withRule)).toEqual([5, []]);
  expect(await versions({ userId: member.id }, withRule)).toEqual([5, [2, 4]]);
  // Owners open the withdrawn ones and drafts too, collaborators drafts, and nobody what came after the instant.
  expect(await versions({ userId: owner.id }, withRule)).toEqual([5, [1, 2, 3, 4]]);
  expect(await versions({ userId: colleague.id }, beforeWithdrawal)).toEqual([4, [1, 2, 3]]);
  expect(await versions({ userId: colleague.id }, withRule)).toEqual([5, [1, 2, 4]]);
  expect(await versions({ userId: colleague.id }, withDraft)).toEqual([5, [1, 2, 4, 6]]);
  expect(await versions({ userId: owner.id }, withDraft)).toEqual([5, [1, 2, 3, 4, 6]]);
  expect(await versions(ofGroup, withDraft)).toEqual([5, []]);
  const { certificate, statement } = await certify(testApp, owner, url, { ...ofGroup, at: withRule });
  const listed = (await owner.get(`/api/files/${id}/versions`)).body;
  const hashOf = (number: number) =>
    listed.find((version: { number: number }) => version.number === number).sha256;
  const earlier = statement.documents.find((document) => document.id === id)?.earlier ?? [];
  expect(earlier).toMatchObject([{ sha256: hashOf(2) }, { sha256: hashOf(4) }]);
  for (const { since, until = '' } of earlier) expect(Date.parse(since)).toBeLessThan(Date.parse(until));
  const { bytes } = await owner.get(`/api/certificates/${certificate.id}?format=pdf`);
  expect(bytes.toString('latin1')).toContain(hashOf(4));
});

test('what was opened is said of the version that was opened, and of no other', async ({ testApp }) => {
  const { owner, root, inner, group, url } = await openRoomNow(testApp);
  const { db } = testApp.server.services;
  const member = await testApp.user();
  await addMembers(owner, group, member.email);
  const { id } = await owner.file({ folderId: inner.id, content: 'First.' });
  await owner.post(`/api/rooms/${root.id}/publications`, {});
  let batch = 0;
  const open = async (...pages: object[]) => {
    batch += 1;
    expect((await member.post(`/api/files/${id}/views`, { batch, pages })).status).toBe(200);
  };
  const replace = async (content: string) => {
    await passInstant(db);
    await followDatabaseClock(testApp);
    await owner.form(`/api/files/${id}/versions`, [{ name: 'file', value: content, filename: 'note.txt' }]);
    await passInstant(db);
    await followDatabaseClock(testApp);
  };
  await open();
  const firstAt = new Date(testApp.server.services.now()).toISOString();
  await replace('Second.');
  const certified = async () => {
    const { certificate, statement } = await certify(testApp, owner, url, { userId: member.id });
    const { bytes } = await owner.get(`/api/certificates/${certificate.id}?format=pdf`);
    return { document: statement.documents.find((document) => document.id === id), bytes };
  };
  // The member cannot open the version any more, so no hash of it is named.
  expect((await certified()).document).toMatchObject({
    version: 2,
    opened: null,
    openedBefore: { firstAt, times: 1 },
  });
  await owner.patch(`/api/groups/${group.id}`, { seesVersions: true });
  await open();
  const both = (await certified()).document;
  expect(both).toMatchObject({
    opened: { times: 1 },
    earlier: [{ version: 1, opened: { firstAt, times: 1, pages: 0, seconds: 0 } }],
  });
  expect(both).not.toHaveProperty('openedBefore');
  // Views from before the version was recorded are of the first.
  await db.updateTable('file_views').set({ version: null }).where('version', '=', 1).execute();
  expect((await certified()).document).toEqual(both);
  await replace('Third.');
  expect((await certified()).document).toMatchObject({
    version: 3,
    opened: null,
    earlier: [
      { version: 1, opened: { times: 1 } },
      { version: 2, opened: { times: 1 } },
    ],
  });
});

test('whether a group could open earlier versions is known also where the audit log was off', async ({
  testApp,
}) => {
  const { owner, root, inner, group, url, now } = await openRoomNow(testApp);
  const admin = await testApp.user({ isAdmin: true });
  const { id } = await owner.file({ folderId: inner.id, content: 'First.' });
  await owner.post(`/api/rooms/${root.id}/publications`, {});
  await now();
  const second = [{ name: 'file', value: 'Second.', filename: 'note.txt' }];
  expect((await owner.form(`/api/files/${id}/versions`, second)).status).toBe(201);
  const allow = async (seesVersions: boolean) => {
    expect((await owner.patch(`/api/groups/${group.id}`, { seesVersions })).status).toBe(200);
    return now();
  };
  const log = async (enableAuditLog: boolean) =>
    expect((await admin.patch('/api/admin/system-settings', { enableAuditLog })).status).toBe(200);
  const allowed = await allow(true);
  await log(false);
  const refused = await allow(false);
  await log(true);
  const earlier = async (at: string) => {
    const { statement } = await certify(testApp, owner, url, { groupId: group.id, at });
    return statement.documents.find((document) => document.id === id)?.earlier?.length ?? 0;
  };
  expect([await earlier(allowed), await earlier(refused)]).toEqual([1, 0]);
});

test('the rule of groups from before its history was recorded is taken from the audit log', async ({
  testApp,
}) => {
  const { owner, root, inner, group, url, now } = await openRoomNow(testApp);
  const { db } = testApp.server.services;
  const { id } = await owner.file({ folderId: inner.id, content: 'First.' });
  await owner.post(`/api/rooms/${root.id}/publications`, {});
  await now();
  const second = [{ name: 'file', value: 'Second.', filename: 'note.txt' }];
  expect((await owner.form(`/api/files/${id}/versions`, second)).status).toBe(201);
  const instants = [await now()];
  for (const seesVersions of [true, false, true]) {
    expect((await owner.patch(`/api/groups/${group.id}`, { seesVersions })).status).toBe(200);
    instants.push(await now());
  }
  await sql`delete from group_rules_history`.execute(db);
  await recordKnownRules(db as unknown as Kysely<unknown>); // a migration knows no tables
  const counts: number[] = [];
  for (const at of instants) {
    const { statement } = await certify(testApp, owner, url, { groupId: group.id, at });
    counts.push(statement.documents.find((document) => document.id === id)?.earlier?.length ?? 0);
  }
  expect(counts).toEqual([0, 1, 0, 1]);
});
