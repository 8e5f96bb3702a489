import { expect } from 'vitest';
import { openAccessPage } from '#server/testing/link-client.ts';
import { openMailingApp } from '#server/testing/open-mailing-app.ts';
import { addMembers, openRoom, putJson } from '#server/testing/room-fixture.ts';
import { test } from '#server/testing/test-app.ts';

const ONE_LINE = 'The sender name must be one line.';

test('mails of a room are sent in its sender name, or in that of the installation, or as configured', async () => {
  const { testApp, server } = await openMailingApp();
  const admin = await testApp.user({ isAdmin: true });
  const { owner, root, group } = await openRoom(testApp);
  let count = 0;
  const senderOf = async (send: (email: string) => Promise<unknown>) => {
    count += 1;
    const to = `guest-${count}@example.test`;
    await send(to);
    await testApp.finishJobs();
    const mail = server.mails.find(({ to: [first] }) => first === to);
    return [mail?.from, /^From: (.*)$/m.exec(mail?.raw ?? '')?.[1]?.trim()];
  };
  const ofRoom = () => senderOf((email) => addMembers(owner, group, email));
  const ofAll = () => senderOf((email) => owner.post('/api/invitations', { email, allFolders: true }));
  const address = 'room@example.test';
  expect([await ofRoom(), await ofAll()]).toEqual(Array(2).fill([address, `Room <${address}>`]));
  const ofInstallation = await putJson(admin, '/api/admin/brand', { senderName: 'Tarnbrook' });
  expect(ofInstallation).toMatchObject({ status: 200, body: { senderName: 'Tarnbrook' } });
  expect([await ofRoom(), await ofAll()]).toEqual(Array(2).fill([address, `Tarnbrook <${address}>`]));
  const url = `/api/rooms/${root.id}/brand`;
  expect((await putJson(owner, url, { senderName: 'Falcon Deal Team' })).body).toMatchObject({
    senderName: 'Falcon Deal Team',
    name: null,
  });
  expect(await ofRoom()).toEqual([address, `Falcon Deal Team <${address}>`]);
  expect(await ofAll()).toEqual([address, `Tarnbrook <${address}>`]);
  await putJson(owner, url, { senderName: null });
  expect(await ofRoom()).toEqual([address, `Tarnbrook <${address}>`]);
  const [entry] = (await admin.get('/api/admin/audit?action=room.update')).body;
  expect(entry.details).toMatchObject({ brand: { senderName: null } });
});

test('a sender name is one line of at most 100 visible characters, for who may set the brand', async ({
  testApp,
}) => {
  const admin = await testApp.user({ isAdmin: true });
  const { owner, root } = await openRoom(testApp);
  const url = `/api/rooms/${root.id}/brand`;
  await putJson(owner, url, { senderName: 'Falcon' });
  for (const separator of ['\n', '\r\n', '\r', '\t', '\u0085', '\u2028', '\u2029', '\u0007'])
    for (const senderName of [`Falcon${separator}Bcc: thief@example.test`, `Falcon${separator}`])
      for (const [client, path] of [[owner, url] as const, [admin, '/api/admin/brand'] as const])
        expect(await putJson(client, path, { senderName })).toMatchObject({
          status: 400,
          body: { error: ONE_LINE, fields: { senderName: ONE_LINE } },
        });
  for (const senderName of ['', ' ', 'x'.repeat(101), '\u202Emaet laeD', 7])
    expect((await putJson(owner, url, { senderName })).status).toBe(400);
  expect((await putJson(admin, '/api/admin/brand', { senderName: 'x'.repeat(100) })).status).toBe(200);
  expect((await owner.get(url)).body.senderName).toBe('Falcon');
  expect((await putJson(owner, '/api/admin/brand', { senderName: 'Falcon' })).status).toBe(403);
  expect((await putJson(await testApp.user(), url, { senderName: 'Falcon' })).status).toBe(404);
});

test('neither the page of a link nor the public settings say in whose name mails are sent', async ({
  testApp,
}) => {
  const { owner, root, file } = await openRoom(testApp);
  await putJson(owner, `/api/rooms/${root.id}/brand`, { senderName: 'Secret Buyer' });
  const link = await owner.post('/api/links', { name: 'Link', targets: [{ kind: 'file', id: file.id }] });
  const { status, body } = await openAccessPage(testApp.server, link.body.url).page();
  expect([status, 'senderName' in body.brand, JSON.stringify(body).includes('Secret')]).toEqual([
    200,
    false,
    false,
  ]);
  const settings = (await testApp.anonymous.get('/api/system-settings/public')).body;
  expect(settings.brand).not.toHaveProperty('senderName');
});
