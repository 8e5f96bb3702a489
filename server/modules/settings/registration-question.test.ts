import { expect } from 'vitest';
import { listAuditEvents } from '#server/testing/audit-events.ts';
import { test as testLocally, testWith } from '#server/testing/test-app.ts';

const URL = '/api/admin/registration-question';
const test = testWith({ config: { publicHostname: 'room.example.test' } });
const headers = { host: 'room.example.test' };

test('administrators of a public installation are asked once who may create accounts', async ({
  testApp,
}) => {
  const [administrator, user] = [await testApp.user({ isAdmin: true }), await testApp.user()];
  const isAsked = async () => (await administrator.send({ url: URL, headers })).body;
  expect(await isAsked()).toEqual({ isOpen: true });
  expect((await user.send({ url: URL, headers })).status).toBe(403);
  const change = (payload: object) =>
    administrator.send({
      method: 'PATCH',
      url: '/api/admin/system-settings',
      payload: JSON.stringify(payload),
      headers: { ...headers, 'content-type': 'application/json' },
    });
  await change({ invitationExpiryDays: 8 });
  expect(await isAsked()).toEqual({ isOpen: true });
  // The default is an answer too.
  expect((await change({ registration: 'open' })).status).toBe(200);
  expect(await isAsked()).toEqual({ isOpen: false });
  expect(await listAuditEvents(testApp)).toContainEqual(
    expect.objectContaining({ action: 'settings.update', details: { registration: 'open' } }),
  );
});

testLocally('nobody is asked where only this machine can reach the server', async ({ testApp }) => {
  const administrator = await testApp.user({ isAdmin: true });
  expect((await administrator.get(URL)).body).toEqual({ isOpen: false });
});

const testOnLocalhost = testWith({ config: { publicHostname: 'localhost' } });
testOnLocalhost('a public address of this machine alone is no reason to ask', async ({ testApp }) => {
  const administrator = await testApp.user({ isAdmin: true });
  const answer = await administrator.send({ url: URL, headers: { host: 'localhost' } });
  expect(answer.body).toEqual({ isOpen: false });
});
