import { expect, onTestFinished } from 'vitest';
import { systemContext } from '#server/app/context.ts';
import {
  CHECK_INTERVAL_MS,
  checkSavedSearches,
} from '#server/modules/digests/saved-searches/check-saved-searches.ts';
import { sendDigests } from '#server/modules/digests/send-digests.ts';
import { openLiveStream } from '#server/modules/live/testing/live-stream.ts';
import { connectMcpClient } from '#server/modules/mcp/testing/mcp-client.ts';
import { HIDDEN, openSecrets } from '#server/modules/rooms/testing/secrets.ts';
import { openReceiver } from '#server/modules/webhooks/testing/open-receiver.ts';
import { clientWithToken, createTokenClient } from '#server/testing/clients/token-client.ts';
import { WITH_MAIL } from '#server/testing/mailed-link-code.ts';
import { putJson } from '#server/testing/room-fixture.ts';
import { type TestApp, testWith } from '#server/testing/test-app.ts';

const test = testWith({ config: { ...WITH_MAIL, webhooksAllowPrivate: true } });

/** Returns the mails to everybody who is no staff of the room, as text. */
async function listMails({ server }: TestApp, ownerEmail: string): Promise<string[]> {
  const { db, encryptor } = server.services;
  const rows = await db
    .selectFrom('outbox_messages')
    .selectAll()
    .where('to_address', '<>', ownerEmail)
    .orderBy('id')
    .execute();
  return rows.map(
    ({ to_address, subject, encrypted_body }) =>
      `${to_address} ${subject} ${encryptor.decrypt('mail', encrypted_body)}`,
  );
}

test('no mail, live event, webhook, program or refused change tells a member what is hidden from their group', {
  timeout: 300_000,
  tags: ['full'],
}, async ({ testApp }) => {
  const { owner, member, root, inner, hidden, group, rival, ids } = await openSecrets(testApp);
  if (!member) throw new Error('The group has a member');
  const { services, http } = testApp.server;
  const origin = await http.listen({ port: 0, host: '127.0.0.1' });

  // Everything of which a member can ask to be notified.
  const search = await member.post('/api/saved-searches', { query: 'merger of otterhidden', alerts: true });
  const digest = { frequency: 'daily', hour: 8, timeZone: 'UTC' };
  const asked = [
    await member.patch(`/api/digests/${inner.id}`, digest),
    await member.send({ method: 'PUT', url: `/api/follows/folder/${inner.id}` }),
  ];
  expect([search.status, ...asked.map(({ status }) => status)]).toEqual([201, 200, 200]);
  for (const url of [`/api/digests/${hidden.id}`, `/api/digests/${root.id}`])
    expect([url, (await member.patch(url, digest)).status]).toEqual([url, 404]);
  for (const [kind, id] of [
    ['folder', hidden.id],
    ['folder', root.id],
    ['file', ids.files[1]],
  ])
    expect((await member.send({ method: 'PUT', url: `/api/follows/${kind}/${id}` })).status).toBe(404);
  const receiver = await openReceiver();
  onTestFinished(receiver.close);
  for (const folderId of [hidden.id, root.id, inner.id, undefined]) {
    const hook = await member.post('/api/webhooks', {
      url: receiver.url,
      events: ['file.upload', 'folder.create'],
      ...(folderId !== undefined && { folderId }),
    });
    expect([folderId, hook.status === 201 && folderId !== undefined]).toEqual([folderId, false]);
  }
  const stream = await openLiveStream(origin, member.cookie);
  onTestFinished(stream.close);
  await expect.poll(stream.heard).toContain('resync');
  stream.forget();

  // What happens beside what they see.
  testApp.advanceClock(1_000);
  await owner.patch(`/api/rooms/${root.id}`, { settings: { draftUploads: false } });
  const made = await owner.file({
    name: `${HIDDEN} new.txt`,
    content: `A merger of ${HIDDEN} again.`,
    folderId: hidden.id,
  });
  const below = await owner.folder(`${HIDDEN} new folder`, hidden.id);
  await owner.patch(`/api/files/${made.id}`, { name: `${HIDDEN} renamed.txt` });
  await owner.form(`/api/files/${ids.files[1]}/versions`, [
    { name: 'file', value: `The merger of ${HIDDEN}, changed.`, filename: 'a.txt' },
  ]);
  await owner.patch(`/api/groups/${rival.id}`, { name: `${HIDDEN} partners` });
  await owner.post(`/api/rooms/${root.id}/requests`, { text: `${HIDDEN} other`, groupId: rival.id });
  await owner.patch(`/api/rooms/${root.id}`, { name: `${HIDDEN} limited` });
  await owner.patch(`/api/folders/${inner.id}`, { name: 'Finance, renamed' });
  await testApp.finishJobs();
  await expect.poll(stream.heard).toContain(`folder ${inner.id}`);
  const hiddenWords = [hidden, below].map(({ id }) => `folder ${id}`).concat(`folder ${root.id}`);
  hiddenWords.push(...[made.id, ...ids.files.slice(1)].map((id) => `file ${id}`));
  expect(stream.heard().filter((word) => hiddenWords.includes(word))).toEqual([]);

  testApp.advanceClock(CHECK_INTERVAL_MS);
  await checkSavedSearches(systemContext(services), new AbortController().signal);
  await services.db
    .updateTable('digests_due')
    .set({ due_at: services.now() })
    .where('due_at', 'is not', null)
    .execute();
  await sendDigests(systemContext(services), new AbortController().signal);
  const mails = await listMails(testApp, owner.email);
  // The member hears of what they see, so that the mails are about something.
  expect(mails.some((mail) => mail.startsWith(member.email))).toBe(true);
  const ofOthers = mails.filter((mail) => !mail.startsWith(`${HIDDEN}@example.test`));
  expect(ofOthers.filter((mail) => mail.toLowerCase().includes(HIDDEN))).toEqual([]);
  expect(JSON.stringify((await member.get('/api/saved-searches')).body.map(withoutQuery))).not.toContain(
    HIDDEN,
  );
  expect(receiver.received).toEqual([]);

  // Programs of the member.
  const { token } = await createTokenClient(testApp.server, member, { agentName: 'Analyst' });
  const agent = await connectMcpClient({ origin, token });
  onTestFinished(agent.close);
  for (const [name, input] of [
    ['list_rooms', {}],
    ['browse_folder', { folderId: inner.id }],
    ['browse_folder', { folderId: hidden.id }],
    ['browse_folder', { folderId: root.id }],
    ['search', { query: 'merger' }],
    ['ask', { query: 'Who merges?' }],
    ...ids.files.slice(1).map((fileId) => ['read_text', { fileId }]),
    ...ids.files.slice(1).map((fileId) => ['read_page', { fileId }]),
  ] as [string, Record<string, unknown>][])
    expect([
      name,
      input,
      JSON.stringify(await agent.call(name, input))
        .toLowerCase()
        .includes(HIDDEN),
    ]).toEqual([name, input, false]);

  // Changes of hidden things are refused as those of things that never were.
  const changes = (folder: number, file: number): [string, string, object][] => [
    ['PATCH', `/api/folders/${folder}`, { name: 'X' }],
    ['PATCH', `/api/folders/${folder}/order`, { kind: 'file', id: file, before: null }],
    ['DELETE', `/api/folders/${folder}`, {}],
    ['POST', '/api/folders', { name: 'X', parentId: folder }],
    ['POST', `/api/folders/${folder}/placeholders`, { name: 'X' }],
    ['PATCH', `/api/files/${file}`, { name: 'X.txt' }],
    ['PATCH', `/api/files/${file}/move`, { folderId: folder }],
    ['PATCH', `/api/files/${file}/move`, { folderId: inner.id }],
    ['PATCH', `/api/files/${file}/allow-download`, { allowDownload: true }],
    ['DELETE', `/api/files/${file}`, {}],
    ['POST', '/api/files/bulk/move', { fileIds: [file], folderId: inner.id }],
    ['POST', '/api/files/bulk/download', { fileIds: [file] }],
    ['POST', '/api/imports', { folderId: folder }],
    ['POST', '/api/links', { name: 'X', targets: [{ kind: 'folder', id: folder }] }],
    ['POST', '/api/invitations', { email: 'x@example.test', role: 'visitor', folderIds: [folder] }],
    ['POST', `/api/files/${file}/views`, { pages: { 1: 1_000 } }],
  ];
  const unknown = changes(99_999_999, 99_999_998);
  const clients = { member, token: clientWithToken(testApp.server, token) };
  for (const [who, client] of Object.entries(clients))
    for (const [folder, file] of [
      [hidden.id, ids.files[1] ?? 0],
      [root.id, ids.files[2] ?? 0],
    ] as const)
      for (const [at, [method, url, payload]] of changes(folder, file).entries()) {
        const [, otherUrl = '', otherPayload = {}] = unknown[at] ?? [];
        const answerOf = async (to: string, body: object) => {
          const { status, body: said } = await client.send({
            method: method as 'POST',
            url: to,
            payload: JSON.stringify(body),
            headers: { 'content-type': 'application/json' },
          });
          return [status, said?.error];
        };
        expect([who, method, url, ...(await answerOf(url, payload))]).toEqual([
          who,
          method,
          url,
          ...(await answerOf(otherUrl, otherPayload)),
        ]);
      }
  const permissions = {
    cells: [{ kind: 'folder', id: hidden.id, groupId: group.id, level: 'view', version: '' }],
  };
  expect((await member.patch(`/api/rooms/${root.id}/permissions`, permissions)).status).toBe(404);
  expect((await putJson(member, `/api/groups/${rival.id}/members`, { emails: ['x@y.test'] })).status).toBe(
    404,
  );
});

/** The query is the member's own. */
const withoutQuery = ({ query: _, name: __, ...rest }: { query: string; name: string }) => rest;
