import { expect, test } from 'vitest';
import { createTestClient } from '#server/testing/clients/inject-client.ts';
import { PASSWORD } from '#server/testing/factories.ts';
import { openMailingApp } from '#server/testing/open-mailing-app.ts';
import { test as testWithoutMail } from '#server/testing/test-app.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';

test('a sign-in is mailed to the user once for each device, unless their address is unverified', async () => {
  const { testApp, server } = await openMailingApp();
  const person = await testApp.user();
  const signIn = async (device = '', password = PASSWORD) => {
    const answer = await createTestClient(testApp.server.http, device, {
      remoteAddress: '192.0.2.7',
      userAgent: FIREFOX,
    }).post('/api/login', { username: person.username, password });
    await testApp.finishJobs();
    return answer;
  };
  const first = await signIn();
  expect(server.mails).toMatchObject([{ to: [person.email] }]);
  expect(server.mails[0]?.raw).toContain('Firefox on Linux, IP address 192.0.2.7, 2026-11-20 12:00 UTC');

  const device = /muniment_device=[^;]+/.exec(String(first.headers['set-cookie']))?.[0];
  expect((await signIn(device)).status).toBe(200);
  expect((await signIn('', 'not the password')).status).toBe(401);
  expect(server.mails).toHaveLength(1);
  expect((await signIn()).status).toBe(200);
  expect(server.mails).toHaveLength(2);

  const { db } = testApp.server.services;
  await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', person.id).execute();
  expect((await signIn()).status).toBe(200);
  expect(server.mails).toHaveLength(2);
});

testWithoutMail('without a mail server no mail is written', async ({ testApp }) => {
  const person = await testApp.user();
  await testApp.anonymous.post('/api/login', { username: person.username, password: PASSWORD });
  await testApp.finishJobs();
  const mails = await testApp.server.services.db.selectFrom('outbox_messages').selectAll().execute();
  expect(mails).toEqual([]);
});
