import { expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { openAccessPage } from '#server/testing/link-client.ts';
import { addMembers, grant, openRoom, putJson } from '#server/testing/room-fixture.ts';
import { test, testWith } from '#server/testing/test-app.ts';
import { sendImage } from './testing/brand-images.ts';

const testWithMail = testWith({
  config: { mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'room@example.test' } },
});
const VALUES = { name: 'Falcon Partners', accentColor: '#7a1f3d', footer: 'Imprint', welcomeText: 'Hello' };

test('the brand of a room is for who sees something in it: neither its values nor its images reach anybody else', async ({
  testApp,
}) => {
  const [own, other] = [await openRoom(testApp), await openRoom(testApp)];
  const url = `/api/rooms/${own.root.id}/brand`;
  expect((await putJson(own.owner, url, VALUES)).body).toMatchObject(VALUES);
  const { body: brand } = await sendImage(own.owner, url, 'logo-light');
  const image: string = brand.logoUrls.light;
  const [member, waiting, guest, otherMember] = [
    await testApp.user(),
    await testApp.user(),
    await testApp.visitor({ inviter: own.owner, folderIds: [own.deep.id] }),
    await testApp.user(),
  ];
  await addMembers(own.owner, own.group, member.email);
  await addMembers(other.owner, other.group, otherMember.email);
  await grant(own.owner, own.root.id, { folder: own.inner, group: own.group, level: 'view' });
  await grant(other.owner, other.root.id, { folder: other.inner, group: other.group, level: 'view' });
  const otherGuest = await testApp.visitor({ inviter: other.owner, folderIds: [other.inner.id] });
  const read = async (person: TestClient) => [
    (await person.get(`/api/brand?roomId=${own.root.id}`)).body.name,
    (await person.get(`/api/brand?folderId=${own.deep.id}`)).body.name,
    (await person.get(image)).status,
  ];
  for (const person of [own.owner, member, guest])
    expect(await read(person)).toEqual(['Falcon Partners', 'Falcon Partners', 200]);
  const unrelated = [testApp.anonymous, waiting, other.owner, otherMember, otherGuest];
  for (const person of unrelated) {
    expect(await read(person)).toEqual([null, null, 404]);
    const token = image.split('/').at(-1);
    for (const path of [`/api/brand/logo/${token}`, `/api/rooms/${other.root.id}/brand/images/${token}`])
      expect((await person.get(path)).status).toBe(404);
    expect((await person.get(url)).status).toBeGreaterThanOrEqual(401);
  }
  // Members read what is shown, not what the room sets itself.
  expect((await member.get(url)).status).toBe(404);
  expect((await putJson(member, url, { name: 'Taken' })).status).toBe(404);
  await own.owner.delete(`/api/groups/${own.group.id}`);
  expect(await read(member)).toEqual([null, null, 404]);
});

test('a link shows the brand of the room that it leads into, as long as it is open', {
  tags: ['sqlite'],
}, async ({ testApp }) => {
  const [own, other] = [await openRoom(testApp), await openRoom(testApp)];
  const url = `/api/rooms/${own.root.id}/brand`;
  await putJson(own.owner, url, VALUES);
  await sendImage(own.owner, url, 'logo-light');
  await own.owner.patch(`/api/rooms/${own.root.id}`, { codeName: 'Project Falcon' });
  const open = async ({ owner, file }: typeof own) => {
    const { body } = await owner.post('/api/links', {
      name: 'Link',
      targets: [{ kind: 'file', id: file.id }],
    });
    return { id: body.id, browser: openAccessPage(testApp.server, body.url) };
  };
  const [link, otherLink] = [await open(own), await open(other)];
  const { brand } = (await link.browser.page()).body;
  expect(brand).toMatchObject({ ...VALUES, name: 'Project Falcon' });
  expect((await link.browser.get(brand.logoUrls.light)).status).toBe(200);
  // The token opens nothing through the link of another room, nor by itself.
  const [slug, token] = [brand.logoUrls.light.split('/')[3], brand.logoUrls.light.split('/').at(-1)];
  const otherUrl: string = (await otherLink.browser.page()).body.brand.logoUrls.light;
  expect(otherUrl).toBeNull();
  expect((await link.browser.get(`/api/rooms/${own.root.id}/brand/images/${token}`)).status).toBe(404);
  expect(
    (await link.browser.get(`/api/link-access/${'A'.repeat(slug?.length ?? 22)}/brand/${token}`)).status,
  ).toBe(404);
  await own.owner.delete(`/api/links/${link.id}`);
  expect((await link.browser.get(brand.logoUrls.light)).status).toBe(404);
});

testWithMail(
  'what a room does not set is the installation’s, logos as a pair, and mails name the brand',
  async ({ testApp }) => {
    const admin = await testApp.user({ isAdmin: true });
    const { owner, root, inner, group } = await openRoom(testApp);
    const url = `/api/rooms/${root.id}/brand`;
    await putJson(admin, '/api/admin/brand', { name: 'Tarnbrook', footer: 'All rights reserved' });
    await sendImage(admin, '/api/admin/brand', 'logo-dark');
    await sendImage(admin, '/api/admin/brand', 'icon');
    const shown = async () => (await owner.get(`/api/brand?roomId=${root.id}`)).body;
    expect(await shown()).toEqual((await testApp.anonymous.get('/api/brand')).body);
    await putJson(owner, url, VALUES);
    await sendImage(owner, url, 'logo-light');
    expect(await shown()).toMatchObject({
      ...VALUES,
      logoUrls: { light: expect.stringContaining(`/api/rooms/${root.id}/`), dark: null },
      iconUrl: expect.stringContaining('/api/brand/logo/'),
    });
    await putJson(owner, url, { footer: null });
    expect(await shown()).toMatchObject({ name: 'Falcon Partners', footer: 'All rights reserved' });

    await addMembers(owner, group, 'guest@example.test');
    await owner.post('/api/invitations', {
      email: 'one@example.test',
      role: 'visitor',
      folderIds: [inner.id],
    });
    const { db, encryptor } = testApp.server.services;
    const mails = await db.selectFrom('outbox_messages').select('encrypted_body').execute();
    expect(mails).toHaveLength(2);
    for (const { encrypted_body } of mails)
      expect(encryptor.decrypt('mail', encrypted_body)).toContain('in Falcon Partners, a secure data room.');

    // A closed room keeps its brand as it was, and a purge takes it along.
    const { version } = (await owner.get(`/api/rooms/${root.id}`)).body;
    await owner.post(`/api/rooms/${root.id}/state`, { state: 'closed', version });
    expect((await putJson(owner, url, { name: 'Later' })).status).toBe(409);
  },
);
