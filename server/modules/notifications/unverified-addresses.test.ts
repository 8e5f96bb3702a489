import { expect, onTestFinished, test } from 'vitest';
import { PASSWORD } from '#server/testing/factories.ts';
import { openSmtpServer } from '#server/testing/fakes/smtp-server.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';

const ELSEWHERE = 'somebody@elsewhere.test';

/** Shares a folder with somebody who wants all notifications and has entered an address that is not theirs. */
async function shareWithMovedPerson(testApp: TestApp) {
  const [owner, person] = [await testApp.user(), await testApp.user()];
  await person.patch('/api/user/notifications', {
    emailNotifications: true,
    fileShared: true,
    folderAccess: true,
  });
  const moved = { email: ELSEWHERE, currentPassword: PASSWORD };
  expect((await person.patch('/api/user/profile', moved)).status).toBe(200);
  const folder = await owner.folder();
  await testApp.share(folder.id, person);
  await owner.file({ folderId: folder.id });
  testApp.advanceClock(15 * 60_000);
  await testApp.finishJobs();
  return person;
}

const listMails = async ({ server }: TestApp) =>
  (await server.services.db.selectFrom('outbox_messages').select(['to_address', 'subject']).execute())
    .filter(({ to_address }) => to_address === ELSEWHERE)
    .map(({ subject }) => subject);

test('with a mail server, an address that nobody confirmed gets no notifications', async () => {
  const server = await openSmtpServer();
  const testApp = await openTestApp({
    config: { mail: { smtpUrl: server.url, from: 'Room <room@example.test>' } },
  });
  onTestFinished(async () => {
    await testApp.close();
    await server.close();
  });
  await shareWithMovedPerson(testApp);
  expect(await listMails(testApp)).toEqual(['Confirm your email address']);
});

test('without a mail server, the outbox shows them', async () => {
  const testApp = await openTestApp();
  onTestFinished(() => testApp.close());
  await shareWithMovedPerson(testApp);
  expect(await listMails(testApp)).toContainEqual(expect.stringContaining('1 new file in'));
});
