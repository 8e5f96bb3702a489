import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { testWithOwnApp as test } from '#server/testing/test-app.ts';
import { ADMIN_TEXTS, INVITATION, openTexts } from './testing/open-texts.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('administrators and managers write, change and delete texts, and each is recorded without its words', async ({
  testApp,
}) => {
  const { owner, admin, root, url, write } = await openTexts(testApp);
  for (const [client, path, roomId] of [
    [admin, ADMIN_TEXTS, null] as const,
    [owner, url, root.id] as const,
  ]) {
    expect((await client.get(path)).body).toEqual([]);
    const created = await write(path, INVITATION);
    expect(created).toEqual({
      ...INVITATION,
      id: expect.any(Number),
      roomId,
      language: 'en',
      updatedAt: expect.any(String),
    });
    expect(await client.post(path, INVITATION)).toMatchObject({
      status: 409,
      body: { error: 'There is a text for these mails already. Change that one.' },
    });
    const changed = await client.patch(`${path}/${created.id}`, { body: ' One\r\n\r\nTwo ' });
    expect(changed).toMatchObject({ status: 200, body: { ...INVITATION, body: 'One\n\nTwo' } });
    expect(changed.body.updatedAt).not.toBe(created.updatedAt);
    expect((await client.get(path)).body).toEqual([changed.body]);
    expect(await client.delete(`${path}/${created.id}`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect((await client.get(path)).body).toEqual([]);
    for (const gone of [
      client.delete(`${path}/${created.id}`),
      client.patch(`${path}/${created.id}`, { body: 'x' }),
    ])
      expect((await gone).status).toBe(404);
    const action = roomId === null ? 'settings.update' : 'room.update';
    const entries = (await admin.get(`/api/admin/audit?action=${action}`)).body;
    const texts = entries.map(({ details }: { details: { mailText?: object } }) => details.mailText);
    const common = { id: created.id, kind: 'invitation', language: 'en' };
    const subject = sha256(INVITATION.subject);
    expect(texts.filter(Boolean).toReversed()).toEqual([
      { ...common, action: 'create', subject, body: sha256(INVITATION.body) },
      { ...common, action: 'update', subject, body: sha256('One\n\nTwo') },
      { ...common, action: 'delete' },
    ]);
  }
});

test('a text that somebody changed meanwhile is not replaced', async ({ testApp }) => {
  const { owner, url, write } = await openTexts(testApp);
  const { id, updatedAt } = await write(url, INVITATION);
  const change = (body: string) => owner.patch(`${url}/${id}`, { body, updatedAt });
  expect((await change('Mine')).status).toBe(200);
  expect(await change('Theirs')).toMatchObject({
    status: 409,
    body: { error: 'Somebody changed this text meanwhile. Reload the page to see it.' },
  });
  expect((await owner.get(url)).body).toMatchObject([{ body: 'Mine' }]);
});

test('what is no text is refused and changes nothing', async ({ testApp }) => {
  const { owner, url, write } = await openTexts(testApp);
  const { id } = await write(url, { kind: 'digest', subject: 'News', body: 'News' });
  const names = '{recipient} {sender} {room} {link} {expires}';
  const refused = async (text: object, error: string, field: string) => {
    for (const answer of [
      owner.post(url, { ...INVITATION, ...text }),
      owner.post(`${url}/preview`, { ...INVITATION, ...text }),
    ])
      expect(await answer).toMatchObject({ status: 400, body: { error, fields: { [field]: error } } });
  };
  await refused({ body: 'Dear {name}' }, `{name} is not a placeholder. Use ${names}.`, 'body');
  const oneLine = 'The subject must be one line of visible characters';
  for (const subject of ['a\nBcc: thief@example.test', 'a\r', 'a\u2028b', '\u202Ea', 'a\u0085b'])
    await refused({ subject }, oneLine, 'subject');
  await refused(
    { subject: 'Open {link}' },
    '{link} is not a placeholder. Use {recipient} {sender} {room} {expires}.',
    'subject',
  );
  await refused({ subject: 'x'.repeat(151) }, 'A subject has at most 150 characters', 'subject');
  await refused({ body: 'x'.repeat(4_001) }, 'A text has at most 4000 characters', 'body');
  await refused({ body: 'a\u0007' }, 'The text contains invisible characters', 'body');
  await refused({ body: ' \n ' }, 'Text is required', 'body');
  for (const text of [{ kind: 'terms' }, { language: 'de' }, { roomId: 1 }, { html: '<p>' }])
    expect((await owner.post(url, { ...INVITATION, ...text })).status).toBe(400);
  expect(await owner.patch(`${url}/${id}`, { body: 'until {expires}' })).toMatchObject({
    status: 400,
    body: { error: '{expires} is not a placeholder. Use {recipient} {sender} {room} {link}.' },
  });
  expect((await owner.patch(`${url}/${id}`, {})).status).toBe(400);
  expect((await owner.get(url)).body).toMatchObject([{ kind: 'digest', subject: 'News', body: 'News' }]);
});

test('a text is reached through its own room alone, and a closed room keeps its texts as they were', async ({
  testApp,
}) => {
  const { owner, admin, root, url, write } = await openTexts(testApp);
  const other = await openTexts(testApp);
  const { id } = await write(url, INVITATION);
  const ofInstallation = await write(ADMIN_TEXTS, { ...INVITATION, kind: 'link' });
  for (const [client, path] of [
    [other.owner, `${other.url}/${id}`],
    [other.owner, `${url}/${id}`],
    [owner, `${url}/${ofInstallation.id}`],
    [admin, `${ADMIN_TEXTS}/${id}`],
  ] as const) {
    expect((await client.patch(path, { body: 'Taken' })).status).toBe(404);
    expect((await client.delete(path)).status).toBe(404);
  }
  const { version } = (await owner.get(`/api/rooms/${root.id}`)).body;
  await owner.post(`/api/rooms/${root.id}/state`, { state: 'closed', version });
  expect((await owner.patch(`${url}/${id}`, { body: 'Later' })).status).toBe(409);
  expect((await owner.get(url)).body).toMatchObject([INVITATION]);
});

test('a preview shows the text between the fixed parts of the mail, and without a text the one in use', async ({
  testApp,
}) => {
  const { owner, admin, url, write } = await openTexts(testApp);
  const preview = async (text: object, client = owner, path = url) => {
    const { status, body } = await client.post(`${path}/preview`, text);
    expect(status).toBe(200);
    return body;
  };
  const own = await preview({ ...INVITATION, body: '<img src=x onerror=alert(1)> {sender}\nnext' });
  expect(own.subject).toBe('Welcome to Deal');
  expect(own.html).toContain(`<p>&lt;img src=x onerror=alert(1)&gt; ${owner.username}<br>\nnext</p>`);
  expect(own.text).toMatch(
    /valid until .*\n\nOpen the documents:\nhttps?:.*\n\n-- \nYou received this email because/s,
  );
  expect((await preview({ kind: 'link', body: 'Hello' })).text).toMatch(
    /^Hello\n\nYour code is 123456\.\n\n.*The link is from /s,
  );
  const digest = await preview({ kind: 'digest', subject: 'News', body: 'Hello {recipient}' });
  expect(digest.text).toMatch(
    /^Hello recipient@example\.com\n\n2 new: 1\.1, 1\.2\n\n.*Unsubscribe from this room/s,
  );
  expect((await preview({ kind: 'digest' })).subject).toBe('2 changes in “Deal”');
  await write(ADMIN_TEXTS, { kind: 'digest', subject: 'Ours', body: 'Ours' });
  expect((await preview({ kind: 'digest' })).subject).toBe('Ours');
  expect((await preview({ kind: 'digest' }, admin, ADMIN_TEXTS)).subject).toBe('Ours');
});
