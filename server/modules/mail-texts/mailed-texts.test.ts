import { expect } from 'vitest';
import { systemContext } from '#server/app/context.ts';
import { sendDigests } from '#server/modules/digests/send-digests.ts';
import { openAccessPage } from '#server/testing/link-client.ts';
import { receiveCode, WITH_MAIL } from '#server/testing/mailed-link-code.ts';
import { addMembers } from '#server/testing/room-fixture.ts';
import { testWith } from '#server/testing/test-app.ts';
import { ADMIN_TEXTS, INVITATION, mailsTo, openTexts } from './testing/open-texts.ts';

const test = testWith({ config: WITH_MAIL });

test('an invitation carries the text of its room, or of the installation, between the fixed parts', async ({
  testApp,
}) => {
  const { owner, root, inner, group, url, write, admin } = await openTexts(testApp);
  await owner.patch(`/api/rooms/${root.id}`, { codeName: 'Project {sender} & <Falcon>' });
  const room = 'Project {sender} & <Falcon>';
  const invite = async (email: string) => {
    await owner.post('/api/invitations', { email, role: 'visitor', folderIds: [inner.id] });
    return (await mailsTo(testApp, email)).at(-1);
  };
  expect((await invite('zero@example.test'))?.subject).toContain(' invites you to view the folder “Finance”');
  const { id } = await write(ADMIN_TEXTS, { ...INVITATION, subject: 'Ours', body: 'Ours' });
  expect(await invite('one@example.test')).toMatchObject({ subject: 'Ours' });
  const own = await write(url, INVITATION);
  const mail = await invite('two@example.test');
  expect(mail?.subject).toBe(`Welcome to ${room}`);
  // What a value contains is neither replaced again nor HTML.
  expect(mail?.text).toMatch(
    new RegExp(
      `^Dear two@example\\.test,\\n\\n${owner.username} asks you to look at Project \\{sender\\} & <Falcon>\\nbefore [A-Z][a-z]+ \\d+, \\d{4} \\(UTC\\): (http\\S+)\\n\\nYou don't need an account\\. .*\\n\\nOpen the documents:\\n\\1\\n\\n-- \\nYou received this email because ${owner.username} entered two@example\\.test\\.`,
    ),
  );
  expect(mail?.html).toContain('look at Project {sender} &amp; &lt;Falcon&gt;<br>');
  // Visitors of a group, members with an account, and reminders have it too.
  const member = await testApp.user();
  await addMembers(owner, group, 'three@example.test', member.email);
  expect((await mailsTo(testApp, 'three@example.test'))[0]).toMatchObject({
    subject: `Welcome to ${room}`,
    text: expect.stringContaining('before further notice: http'),
  });
  const [welcome] = await mailsTo(testApp, member.email);
  expect(welcome).toMatchObject({
    subject: `Welcome to ${room}`,
    text: expect.stringMatching(/Sign in to see the documents\..*because .* added your account/s),
  });
  // Other folders have the installation's, and without it the built-in one.
  const elsewhere = async (email: string) => {
    const folder = await owner.folder();
    await owner.post('/api/invitations', { email, role: 'visitor', folderIds: [folder.id] });
    return (await mailsTo(testApp, email))[0]?.subject;
  };
  expect(await elsewhere('four@example.test')).toBe('Ours');
  await admin.delete(`${ADMIN_TEXTS}/${id}`);
  expect(await elsewhere('five@example.test')).toContain(' invites you to view ');
  await owner.delete(`${url}/${own.id}`);
  expect((await invite('six@example.test'))?.subject).toContain(' invites you to view ');
});

test('the mail with the code of a link keeps the code and its sender, whatever the text', async ({
  testApp,
}) => {
  const { owner, root, file, url, write } = await openTexts(testApp);
  await owner.patch(`/api/rooms/${root.id}`, { codeName: 'Project Falcon' });
  await write(url, {
    kind: 'link',
    subject: 'Hello {recipient}',
    body: 'For {room} until {expires}\n-- \nend',
  });
  const targets = [{ kind: 'file', id: file.id }];
  const { body: link } = await owner.post('/api/links', {
    name: 'Link',
    targets,
    settings: { requireCode: true },
  });
  const browser = openAccessPage(testApp.server, link.url);
  await browser.submit('email', { email: 'reader@example.test' });
  const code = await receiveCode(testApp, browser);
  const [mail] = await mailsTo(testApp, 'reader@example.test');
  expect(mail?.subject).toBe('Hello reader@example.test');
  expect(mail?.text).toMatch(
    /^For Project Falcon until .* at \d+:\d\d\s[AP]M \(UTC\)\n--\nend\n\nYour code is \d{6}\.\n\nEnter it .*\n\nThe link is from .*\.\n\nOpen the page of the link:\nhttp.*\n\n-- \nYou received this email because reader@example\.test was entered/,
  );
  expect(mail?.text).toContain(`The link is from ${owner.username}.`);
  expect((await browser.submit('code', { code })).status).toBe(200);
});

test('the mail about changes keeps what changed, its reason and the way to unsubscribe', async ({
  testApp,
}) => {
  const { owner, root, url, write } = await openTexts(testApp);
  await write(url, { kind: 'digest', subject: 'News of {room}', body: '{sender} has news: {link}' });
  const { services } = testApp.server;
  await owner.patch(`/api/digests/${root.id}`, { frequency: 'immediately' });
  const writer = await testApp.user();
  await testApp.share(root.id, writer);
  await writer.file({ folderId: root.id });
  await services.db
    .updateTable('digests_due')
    .set({ due_at: services.now() })
    .where('due_at', 'is not', null)
    .execute();
  await sendDigests(systemContext(services), new AbortController().signal);
  const mail = (await mailsTo(testApp, owner.email)).at(-1);
  expect(mail).toMatchObject({
    subject: 'News of Deal',
    text: expect.stringMatching(
      /^Muniment has news: http\S+\/changes\?folder=\d+\n\n1 new.*You received this email because you follow documents in “Deal”\..*Unsubscribe from this room: http/s,
    ),
    unsubscribeUrl: expect.stringContaining('/api/digests/unsubscribe/'),
  });
});
