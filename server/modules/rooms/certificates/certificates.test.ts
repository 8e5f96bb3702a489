import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { expect, onTestFinished } from 'vitest';
import { hasPython } from '#server/modules/evidence/testing/has-python.ts';
import { download, verifyFiles } from '#server/modules/evidence/testing/verify-files.ts';
import { listAuditEvents } from '#server/testing/audit-events.ts';
import { createTokenClient } from '#server/testing/clients/token-client.ts';
import { addMembers, grant, putJson } from '#server/testing/room-fixture.ts';
import { testWithOwnApp as test } from '#server/testing/test-app.ts';
import type { CertificateStatement } from './certificate-statement.ts';
import { certify, openRoomNow } from './testing/certify.ts';

const namesOf = ({ documents }: CertificateStatement) => documents.map(({ name }) => name);

test('managers certify what a group could see before its access was removed', async ({ testApp }) => {
  const { owner, root, inner, file, group, url, now } = await openRoomNow(testApp);
  const member = await testApp.user();
  await addMembers(owner, group, member.email);
  await member.post(`/api/files/${file.id}/views`, { batch: 1, pages: [] });
  const before = await now();
  await grant(owner, root.id, { folder: inner, group, level: 'none' });
  await owner.patch(`/api/files/${file.id}`, { name: 'Renamed.txt' });
  await owner.file({ folderId: inner.id, name: 'Late.txt' });
  const { certificate, json, statement } = await certify(testApp, owner, url, {
    at: before,
    groupId: group.id,
  });
  const { sha256 } = await testApp.server.services.db
    .selectFrom('file_versions')
    .select('sha256')
    .where('file_id', '=', file.id)
    .executeTakeFirstOrThrow();
  expect(statement).toMatchObject({
    room: { id: root.id, name: 'Deal' },
    party: { kind: 'group', id: group.id, name: 'Bidder A' },
    at: before,
    hasAccess: true,
    documents: [
      {
        id: file.id,
        number: '1.2',
        name: file.name,
        version: 1,
        sha256,
        access: 'view',
        opened: { times: 1 },
      },
    ],
  });
  expect(certificate.sha256).toBe(createHash('sha256').update(json).digest('hex'));
  const after = await certify(testApp, owner, url, { groupId: group.id });
  expect([after.statement.hasAccess, namesOf(after.statement)]).toEqual([true, []]);
  const events = (await listAuditEvents(testApp)).filter(({ action }) => action === 'certificate.create');
  expect(events.map(({ actor, details }) => ({ actor, party: details.party }))).toEqual(
    [1, 2].map(() => ({ actor: owner.username, party: 'group' })),
  );
});

test('members, accounts, visitors and links are certified by their own rights', async ({ testApp }) => {
  const { owner, root, inner, file, group, url } = await openRoomNow(testApp);
  const member = await testApp.user();
  await addMembers(owner, group, member.email);
  const [{ id: memberId }] = (await owner.get(`/api/groups/${group.id}/members`)).body;
  const visitor = await testApp.visitor({ inviter: owner, folderIds: [inner.id], mayDownload: true });
  const targets = [{ kind: 'file', id: file.id }];
  const link = (await owner.post('/api/links', { name: 'For the bank', targets })).body;
  const accessOf = async (party: object) => {
    const { statement } = await certify(testApp, owner, url, party);
    return statement.documents.map(({ name, access }) => `${name} ${access}`);
  };
  expect(await accessOf({ memberId })).toEqual([`${file.name} view`]);
  expect(await accessOf({ userId: owner.id })).toEqual([`${file.name} original`]);
  expect(await accessOf({ invitationId: visitor.invitationId })).toEqual([`${file.name} original`]);
  expect(await accessOf({ linkId: link.id })).toEqual([`${file.name} view`]);
  await owner.patch(`/api/files/${file.id}`, { name: 'Contract.pdf' });
  const level = (name: string) => owner.patch(`/api/links/${link.id}`, { settings: { level: name } });
  await level('download');
  expect(await accessOf({ linkId: link.id })).toEqual(['Contract.pdf watermarked']);
  await level('original');
  expect(await accessOf({ linkId: link.id })).toEqual(['Contract.pdf original']);
  expect((await owner.get(`${url}/parties`)).body.parties).toEqual(
    expect.arrayContaining([
      { kind: 'group', id: group.id, name: 'Bidder A' },
      { kind: 'user', id: member.id, name: member.username },
      { kind: 'visitor', id: visitor.invitationId, name: 'visitor@example.test' },
      { kind: 'link', id: link.id, name: 'For the bank' },
    ]),
  );
  await owner.patch(`/api/links/${link.id}`, { disabled: true });
  await testApp.server.services.db.updateTable('invitations').set({ revoked_at: 1 }).execute();
  const ended = await certify(testApp, owner, url, { invitationId: visitor.invitationId });
  expect([ended.statement.hasAccess, namesOf(ended.statement)]).toEqual([false, []]);
  expect(root.id).toBe(ended.statement.room?.id);
});

test('people with an invitation to all folders are parties of the rooms that it reaches', async ({
  testApp,
}) => {
  const { owner, file, url } = await openRoomNow(testApp);
  const [admin, other] = [await testApp.user({ isAdmin: true }), await testApp.user()];
  const invite = (inviter: typeof owner, email: string) =>
    testApp.visitor({ inviter, allFolders: true, email });
  const visitor = await invite(owner, 'all@example.test');
  const ofAdmin = await invite(admin, 'board@example.test');
  const unrelated = await invite(other, 'unrelated@example.test');
  const { db } = testApp.server.services;
  /** Turns an invitation into that of an editor who accepted it. */
  const accept = async (inviter: typeof owner) => {
    const user = await testApp.user();
    const { invitationId } = await invite(inviter, user.email);
    await db
      .updateTable('invitations')
      .set({ role: 'collaborator', accepted_by_id: user.id })
      .where('id', '=', invitationId)
      .execute();
    return user;
  };
  const [editor, outsider] = [await accept(owner), await accept(other)];
  expect((await editor.get(`/api/files/${file.id}`)).status).toBe(200);
  for (const party of [
    { invitationId: visitor.invitationId },
    { invitationId: ofAdmin.invitationId },
    { userId: editor.id },
  ])
    expect(namesOf((await certify(testApp, owner, url, party)).statement)).toEqual([file.name]);
  for (const party of [{ invitationId: unrelated.invitationId }, { userId: outsider.id }])
    expect((await owner.post(url, party)).status).toBe(404);
  // They stay parties once the invitation has ended.
  await db.updateTable('invitations').set({ revoked_at: 1 }).execute();
  const { statement } = await certify(testApp, owner, url, { invitationId: visitor.invitationId });
  expect(statement.hasAccess).toBe(false);
  const named = (await owner.get(`${url}/parties`)).body.parties.map(({ name }: { name: string }) => name);
  expect(named).toEqual(expect.arrayContaining(['all@example.test', 'board@example.test', editor.username]));
  for (const name of ['unrelated@example.test', outsider.username]) expect(named).not.toContain(name);
});

test('nobody learns of unrelated users, of the time before the history, or of the future', async ({
  testApp,
}) => {
  const { owner, group, url, now } = await openRoomNow(testApp);
  const unrelated = await testApp.user();
  const refused = async (body: object) => {
    const { status, body: answer } = await owner.post(url, body);
    return `${status} ${answer.error}`;
  };
  const notFound = '404 This party could not be found in the room.';
  for (const party of [
    { userId: unrelated.id },
    { userId: 999_999 },
    { memberId: 999_999 },
    { linkId: 999_999 },
    { invitationId: 999_999 },
    { groupId: 999_999 },
  ])
    expect(await refused(party)).toBe(notFound);
  const { since } = (await owner.get(`${url}/parties`)).body;
  const early = new Date(Date.parse(since) - 1).toISOString();
  expect(await refused({ groupId: group.id, at: early })).toBe(
    `400 Evidence starts on ${since.slice(0, 10)}.`,
  );
  const later = new Date(Date.parse(await now()) + 60_000).toISOString();
  expect(await refused({ groupId: group.id, at: later })).toBe('400 The date is in the future.');
  const { certificate } = await certify(testApp, owner, url, { groupId: group.id });
  for (const client of [unrelated, testApp.anonymous]) {
    const { status } = await client.get(`/api/certificates/${certificate.id}`);
    expect(status).toBe(client === unrelated ? 404 : 401);
    expect((await client.post(url, { groupId: group.id })).status).toBe(client === unrelated ? 404 : 401);
  }
});

test('a party certifies what it sees itself, and only it reads that', async ({ testApp }) => {
  const { owner, inner, file } = await openRoomNow(testApp);
  const visitor = await testApp.visitor({ inviter: owner, folderIds: [inner.id] });
  const { certificate, json, statement } = await certify(testApp, visitor, '/api/certificates');
  expect(statement).toMatchObject({ room: null, party: { kind: 'visitor', name: 'visitor@example.test' } });
  expect(namesOf(statement)).toEqual([file.name]);
  expect(await verifyFiles(await download(testApp.anonymous, '/api/evidence/key'), json)).toEqual([
    expect.stringMatching(/^valid: /),
  ]);
  expect((await owner.get(`/api/certificates/${certificate.id}`)).status).toBe(404);
  expect((await owner.get('/api/certificates')).body).toEqual([]);
});

test('a token of an administrator certifies what the account sees with the scope admin only', async ({
  testApp,
}) => {
  const { file } = await openRoomNow(testApp);
  const admin = await testApp.user({ isAdmin: true });
  const { certificate, statement } = await certify(testApp, admin, '/api/certificates');
  expect(namesOf(statement)).toEqual([file.name]);
  const clientOf = (scope: 'write' | 'admin') => createTokenClient(testApp.server, admin, { scope });
  const [writer, administrator] = [await clientOf('write'), await clientOf('admin')];
  const refused = { error: 'This token does not allow this action.', code: 'forbidden' };
  expect((await writer.post('/api/certificates')).body).toEqual(refused);
  expect((await writer.get(`/api/certificates/${certificate.id}`)).body).toEqual(refused);
  expect((await administrator.get(`/api/certificates/${certificate.id}`)).status).toBe(200);
  expect((await administrator.post('/api/certificates')).status).toBe(202);
});

test('nobody certifies at an address that keeps them from documents which the certificate would name', async ({
  testApp,
}) => {
  const { owner, root, inner } = await openRoomNow(testApp);
  const [admin, unrelated] = [await testApp.user({ isAdmin: true }), await testApp.user()];
  const visitor = await testApp.visitor({ inviter: owner, folderIds: [inner.id] });
  const readers = [owner, admin, visitor];
  const made = [];
  for (const reader of readers) made.push((await certify(testApp, reader, '/api/certificates')).certificate);
  const rules = { administrators: [], staff: [], rooms: [{ roomId: root.id, ranges: ['203.0.113.7'] }] };
  expect((await putJson(admin, '/api/admin/address-rules', rules)).status).toBe(200);
  for (const [place, reader] of readers.entries()) {
    const asked = await reader.post('/api/certificates');
    expect([asked.status, asked.body.error]).toEqual([
      403,
      expect.stringMatching(/cannot be opened from your IP address/),
    ]);
    expect((await reader.get(`/api/certificates/${made[place]?.id}`)).status).toBe(403);
  }
  expect((await unrelated.post('/api/certificates')).status).toBe(202);
  await putJson(admin, '/api/admin/address-rules', { ...rules, rooms: [] });
  for (const [place, reader] of readers.entries())
    expect((await reader.get(`/api/certificates/${made[place]?.id}`)).status).toBe(200);
});

test('the PDF is archival and contains the signed statement', async ({ testApp }) => {
  const { owner, inner, group, url } = await openRoomNow(testApp);
  await owner.file({ folderId: inner.id, name: 'Договор – 契約 “x”.txt' });
  const { certificate, json } = await certify(testApp, owner, url, { groupId: group.id });
  const { bytes, headers } = await owner.get(`/api/certificates/${certificate.id}?format=pdf`);
  expect(headers['content-type']).toBe('application/pdf');
  const text = bytes.toString('latin1');
  expect(text).toContain(json.trimEnd());
  expect(text).toContain('<pdfaid:part>3</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>');
  expect(text).toMatch(/\/ID \[ ?<[0-9a-f]{32}>/);
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  for (const name of ['OutputIntents', 'Metadata', 'AF'])
    expect(document.catalog.has(PDFName.of(name))).toBe(true);
  // Every font has its program in the file.
  expect(text.match(/\/Subtype \/Type0/g)).toHaveLength(2);
  expect(text.match(/\/FontFile2 /g)).toHaveLength(2);
  expect(text).not.toMatch(/\/Subtype \/Type1/);
  const keys = await download(testApp.anonymous, '/api/evidence/key');
  expect(await verifyFiles(keys, text)).toEqual([expect.stringMatching(/^valid: /)]);
  expect(await verifyFiles(keys, text.replace('\\"at\\":\\"2', '\\"at\\":\\"1'))).toEqual([
    'invalid: The signature does not match the statement.',
  ]);
});

test.runIf(hasPython())('a program in Python, written from the format alone, agrees', async ({ testApp }) => {
  const { owner, group, url } = await openRoomNow(testApp);
  const { json } = await certify(testApp, owner, url, { groupId: group.id });
  const admin = await testApp.user({ isAdmin: true });
  const keys = await download(admin, '/api/evidence/key');
  const exported = await download(admin, '/api/admin/audit/export');
  const folder = await mkdtemp(join(tmpdir(), 'muniment-verifier-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const verify = async (...texts: string[]): Promise<string> => {
    const paths = texts.map((_, place) => join(folder, String(place)));
    for (const [place, path] of paths.entries()) await writeFile(path, texts[place] ?? '');
    const program = join(import.meta.dirname, '../../evidence/testing/verify_evidence.py');
    return (await promisify(execFile)('python3', [program, ...paths])).stdout.trim();
  };
  expect(await verify(keys, json, exported)).toBe('valid');
  expect(await verify(keys, json.replace('Bidder A', 'Bidder B'))).toMatch(/^The signature does not match/);
  // The signature of a certificate is none of a receipt.
  const receipt = json.replace('muniment-certificate/1', 'muniment-receipt/1');
  expect(await verify(keys, receipt)).toMatch(/^The signature does not match/);
});
